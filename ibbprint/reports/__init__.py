"""Reports for people and for other programs: battle reports."""
