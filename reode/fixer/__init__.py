"""The model as repairer: evidence, prompt, tools, tiers."""
