"""Qt widgets that draw engine data and emit signals; no workspace, no files, no network."""
