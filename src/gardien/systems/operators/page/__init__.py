"""What the pages need to know: gauges, forms, menus, the sheet in words."""
