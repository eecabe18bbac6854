"""Pictures of a state as arrays of pixels: the SVG, drawn."""

import io

import numpy as np
import numpy.typing as npt

from spielwerk._native import State
from spielwerk.extras import missing_extra
from spielwerk.svg import state_svg

__all__ = ["rgb_array"]


def rgb_array(state: State) -> npt.NDArray[np.uint8]:
    """The picture of a state on white, shape (height, width, 3), uint8, in the size of its SVG; all is open in it, as
    on a table seen from above.

    Raises ImportError without the extra ``render``, and as :func:`spielwerk.svg.state_svg`.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise missing_extra(error.name or "resvg_py", "render", "pictures as arrays") from error
    png = resvg_py.svg_to_bytes(svg_string=state_svg(state), background="#ffffff")
    with Image.open(io.BytesIO(png)) as picture:
        return np.array(picture.convert("RGB"))
