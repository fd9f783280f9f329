import type { Kind } from "../model/kind.ts";

// Kinds in relatedObjects of HyperConverged that are neither built in nor components; knowing them saves the discovery.
// Sources: facts hco 4.1; inventory of HCO controllers/operands at 03da3cff; OpenShift api@2a3d739 for the plurals.

function namespaced(group: string, kind: string, plural: string, version = "v1"): Kind {
  return { group, kind, plural, versions: [version], namespaced: true };
}

function clusterScoped(...kind: Parameters<typeof namespaced>): Kind {
  return { ...namespaced(...kind), namespaced: false };
}

/** Kinds that HyperConverged creates on OpenShift, and where a Prometheus operator or cert-manager runs. */
export const relatedKinds: readonly Kind[] = [
  clusterScoped("console.openshift.io", "ConsoleCLIDownload", "consoleclidownloads"),
  clusterScoped("console.openshift.io", "ConsolePlugin", "consoleplugins"),
  clusterScoped("console.openshift.io", "ConsoleQuickStart", "consolequickstarts"),
  namespaced("route.openshift.io", "Route", "routes"),
  namespaced("image.openshift.io", "ImageStream", "imagestreams"),
  clusterScoped("security.openshift.io", "SecurityContextConstraints", "securitycontextconstraints"),
  namespaced("monitoring.coreos.com", "PrometheusRule", "prometheusrules"),
  namespaced("monitoring.coreos.com", "ServiceMonitor", "servicemonitors"),
  namespaced("cert-manager.io", "Issuer", "issuers"),
  namespaced("cert-manager.io", "Certificate", "certificates"),
];
