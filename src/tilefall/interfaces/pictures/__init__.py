"""Pictures: grids as SVG, PNG, GIF and asciicast."""
