def add_cards(bill): pass
def add_scenario(bill): pass
def add_booklet(bill): pass
