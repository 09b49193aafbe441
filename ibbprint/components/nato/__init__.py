"""NATO symbols: what draws them is data (`nato.yaml`), laid file over file; a symbol is put together by its name."""
