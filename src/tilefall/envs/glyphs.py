"""Glyphs: the letters of IJK drawn in dots, five wide and seven high."""

from __future__ import annotations

from tilefall.envs.dots import cut

CAPITALS = """
.xxx. xxxx. .xxx. xxxx. xxxxx xxxxx .xxx. x...x .xxx. ..xxx x...x x.... x...x
x...x x...x x...x x...x x.... x.... x...x x...x ..x.. ...x. x..x. x.... xx.xx
x...x x...x x.... x...x x.... x.... x.... x...x ..x.. ...x. x.x.. x.... x.x.x
xxxxx xxxx. x.... x...x xxxx. xxxx. x.xxx xxxxx ..x.. ...x. xx... x.... x.x.x
x...x x...x x.... x...x x.... x.... x...x x...x ..x.. ...x. x.x.. x.... x...x
x...x x...x x...x x...x x.... x.... x...x x...x ..x.. x..x. x..x. x.... x...x
x...x xxxx. .xxx. xxxx. xxxxx x.... .xxx. x...x .xxx. .xx.. x...x xxxxx x...x
"""
SMALL = """
..... x.... ..... ....x ..... ..xx. ..... x.... ..x.. ...x. x.... .xx.. .....
..... x.... ..... ....x ..... .x..x .xxxx x.... ..... ..... x.... ..x.. .....
.xxx. x.xx. .xxx. .xx.x .xxx. .x... x...x x.xx. .xx.. ..xx. x..x. ..x.. xx.x.
....x xx..x x.... x..xx x...x xxx.. x...x xx..x ..x.. ...x. x.x.. ..x.. x.x.x
.xxxx x...x x.... x...x xxxxx .x... .xxxx x...x ..x.. ...x. xx... ..x.. x.x.x
x...x x...x x...x x...x x.... .x... ....x x...x ..x.. x..x. x.x.. ..x.. x.x.x
.xxxx xxxx. .xxx. .xxxx .xxx. .x... .xxx. x...x .xxx. .xx.. x..x. .xxx. x.x.x
"""

GLYPHS = cut("ABCDEFGHIJKLM", CAPITALS) | cut("abcdefghijklm", SMALL)
