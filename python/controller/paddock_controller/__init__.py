"""What `paddock fly` and `paddock drive` run a controller of one's own with."""
