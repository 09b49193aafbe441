"""What the catalogue ties together: the sentences and their words."""

from ibbprint.catalogue.sentences import check_telling


def check_references(catalogue):
    catalogue.read_packs()
    check_telling(catalogue)
