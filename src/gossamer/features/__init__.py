"""What the product does. Features see ports, never the tools behind them."""
