"""Cornwall: tiles of three fields, figures of three strengths, coins and a pub."""
