import type { Kind } from "../model/profile.ts";

// Kinds that stand in relatedObjects of HyperConverged and are neither Kubernetes' own nor components: knowing them saves
// the discovery (facts hco 4.1; inventory of HCO controllers/operands at 03da3cff; OpenShift api@2a3d739 for the plurals).

function namespaced(group: string, kind: string, plural: string, version = "v1"): Kind {
  return { group, kind, plural, versions: [version], namespaced: true };
}

function clusterScoped(...kind: Parameters<typeof namespaced>): Kind {
  return { ...namespaced(...kind), namespaced: false };
}

/** What HyperConverged makes on OpenShift, and where there is a Prometheus operator or a cert-manager. */
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
