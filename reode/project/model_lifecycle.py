"""The plugins that Maven 3.8.7 runs without being told, by packaging, with their versions.

Source: `default-bindings.xml` and `components.xml` of maven-core 3.8.7, `pom-4.0.0.xml` of
maven-model-builder 3.8.7.
"""

from __future__ import annotations

from reode.project.pom import PLUGIN_GROUP

_ALWAYS = {
    "maven-clean-plugin": "2.5",
    "maven-install-plugin": "2.4",
    "maven-deploy-plugin": "2.7",
    "maven-site-plugin": "3.3",
}
_JAVA = {
    "maven-resources-plugin": "2.6",
    "maven-compiler-plugin": "3.1",
    "maven-surefire-plugin": "2.12.4",
}
_PACKAGERS: dict[str, dict[str, str]] = {
    "jar": {**_JAVA, "maven-jar-plugin": "2.4"},
    "ejb": {**_JAVA, "maven-ejb-plugin": "2.3"},
    "war": {**_JAVA, "maven-war-plugin": "2.2"},
    "rar": {**_JAVA, "maven-rar-plugin": "2.2"},
    "maven-plugin": {**_JAVA, "maven-jar-plugin": "2.4", "maven-plugin-plugin": "3.2"},
    "ear": {"maven-resources-plugin": "2.6", "maven-ear-plugin": "2.8"},
    "pom": {},
}
#: Packagings that an extension brings with Java's usual steps; it decides on the versions.
_EXTENSIONS = frozenset(
    {"bundle", "hpi", "nbm", "takari-jar", "eclipse-plugin", "aar", "content-package"}
)
_SUPER_MANAGED = {
    "maven-antrun-plugin": "1.3",
    "maven-assembly-plugin": "2.2-beta-5",
    "maven-dependency-plugin": "2.8",
    "maven-release-plugin": "2.5.3",
}


def bound_plugins(packaging: str) -> dict[str, str | None]:
    """Return the plugins of a packaging's lifecycle by `group:artifact`; None: no known version."""
    bound: dict[str, str | None] = dict(_ALWAYS)
    if packaging in _EXTENSIONS:
        # Measured with `bundle`: its own bindings name no versions, clean and site keep Maven's.
        bound |= dict.fromkeys((*_JAVA, "maven-install-plugin", "maven-deploy-plugin"))
    else:
        bound |= _PACKAGERS.get(packaging, {})
    return {f"{PLUGIN_GROUP}:{artifact}": version for artifact, version in bound.items()}


def super_managed(key: str) -> str | None:
    """Return the version that the super POM gives a plugin it doesn't run by itself."""
    group, _, artifact = key.partition(":")
    return _SUPER_MANAGED.get(artifact) if group == PLUGIN_GROUP else None
