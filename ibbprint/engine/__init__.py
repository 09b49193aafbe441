"""What every game needs and no game's rules: what a game offers, its files, its kit and its play."""
