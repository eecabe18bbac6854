"""A package like any other: libraries there are that install one of this name, which would else be found before it."""
