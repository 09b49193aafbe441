"""Kits on a virtual table: modules for VASSAL, saved objects for Tabletop Simulator, sheets of faces for others."""
