"""Tool schemas in each provider's dialect: pure transforms, pipelines of them, names, a cache."""
