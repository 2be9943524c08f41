"""Demo documents written for this project, and the programs that typeset them."""
