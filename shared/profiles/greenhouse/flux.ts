import type { Kind } from "../../model/kind.ts";

// The Flux kinds that Greenhouse creates (plugin_controller_flux.go, plugindefinition/utils.go, catalog/source.go).

function kind(group: string, name: string, plural: string, versions: readonly string[]): Kind {
  return { group, kind: name, plural, versions, namespaced: true };
}

const source = "source.toolkit.fluxcd.io";

type FluxKind =
  | "HelmRelease"
  | "HelmRepository"
  | "HelmChart"
  | "GitRepository"
  | "ExternalArtifact"
  | "ArtifactGenerator"
  | "Kustomization";

/** Newest version first, as Flux 2 serves them. */
export const fluxKinds: Readonly<Record<FluxKind, Kind>> = {
  HelmRelease: kind("helm.toolkit.fluxcd.io", "HelmRelease", "helmreleases", ["v2", "v2beta2", "v2beta1"]),
  HelmRepository: kind(source, "HelmRepository", "helmrepositories", ["v1", "v1beta2"]),
  HelmChart: kind(source, "HelmChart", "helmcharts", ["v1", "v1beta2"]),
  GitRepository: kind(source, "GitRepository", "gitrepositories", ["v1", "v1beta2"]),
  ExternalArtifact: kind(source, "ExternalArtifact", "externalartifacts", ["v1"]),
  ArtifactGenerator: kind("source.extensions.fluxcd.io", "ArtifactGenerator", "artifactgenerators", ["v1beta1"]),
  Kustomization: kind("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations", ["v1", "v1beta2"]),
};

/**
 * The namespace of a ClusterPluginDefinition's charts and repositories (internal/flux, HelmRepositoryDefaultNamespace).
 */
export const chartNamespace = "greenhouse";
