"""Where the body's parts are drawn and checked, in a checkout: no table needs CadQuery."""
