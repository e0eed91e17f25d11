"""The features of the product. They see ports, never the adapters behind them."""
