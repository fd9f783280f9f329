// Manifests that the tests open.

export const hyperConverged = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  infra: {}
  featureGates:
    alignCPUs: true
`;

export const ref = {
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  namespace: "kubevirt-hyperconverged",
  name: "kubevirt-hyperconverged",
} as const;

export const configMap = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: kubevirt-hyperconverged\ndata:\n  some: words\n`;
