"""x."""

from reode.report.material import Material


def to_html(material: Material) -> str:
    return ""
