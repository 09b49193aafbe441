"""What the files of the element battle hold, a module for each subject."""
