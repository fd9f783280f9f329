import type { Kind } from "./kinds.ts";

/** As kubernetes-sigs/application ships it (config/crd/bases/app.k8s.io_applications.yaml). */
export const applicationKind: Kind = {
  group: "app.k8s.io",
  kind: "Application",
  plural: "applications",
  shortNames: ["app"],
  versions: ["v1beta1"],
  namespaced: true,
  statusSubresource: true,
};
