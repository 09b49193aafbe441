"""How long printing takes, beside the least that it could take. `python -m benchmarks` measures and shows it."""
