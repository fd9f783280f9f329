import { globSync, readFileSync } from "node:fs";

const root = new URL("../golden/", import.meta.url);

/** The clusters of the golden cases as one text each, kubectl's own YAML of real objects. */
export const goldenTexts: readonly (readonly [name: string, text: string])[] = globSync("*/input.yaml", {
  cwd: root.pathname,
})
  .sort()
  .map((path) => [path, readFileSync(new URL(path, root), "utf8")]);

/** What people have open in an editor, each in its own way of writing. */
export const writtenTexts: readonly (readonly [name: string, text: string])[] = [
  [
    "hyperconverged, its namespace and a configuration with text",
    `# what we run
apiVersion: v1
kind: Namespace
metadata:
  name: kubevirt-hyperconverged
---
apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
  annotations:
    deployOVS: "false"
spec:
  infra:
    nodePlacement:
      nodeSelector: {node-role.kubernetes.io/infra: ""}
      tolerations:
      - key: "node-role"
        operator: Exists
  workloads: &workloads
    nodePlacement: {}
  featureGates:
    deployKubeSecondaryDNS: false   # not yet
    downwardMetrics: true
  liveMigrationConfig:
    completionTimeoutPerGiB: 800
    network: 'migration'
---
apiVersion: v1
kind: ConfigMap
metadata:
  namespace: kubevirt-hyperconverged
  name: words
data:
  script: |
    --- not a doc
    if [ "$a" ]; then
      echo "kind: {}"
    fi

  folded: >-
    one
    two
  last: end
`,
  ],
  [
    "helm's output",
    `---
# Source: chart/templates/a.yaml
apiVersion: v1
kind: ServiceAccount
metadata:
  name: release-a
  labels:
    helm.sh/chart: chart-1.0.0
---
# Source: chart/templates/b.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: release-b
  labels:
    app.kubernetes.io/name: b
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: main
          image: "registry.example/b:1"
          args: ["--a", "--b=c"]
          ports:
            - name: http
              containerPort: 8080
---
# Source: chart/templates/c.yaml
`,
  ],
  [
    "JSON",
    `{
  "apiVersion": "v1",
  "kind": "ConfigMap",
  "metadata": {
    "name": "a",
    "namespace": "b"
  },
  "data": {
    "x": "{\\"y\\": 1}",
    "list": "[1, 2]"
  }
}
{
  "apiVersion": "kubevirt.io/v1",
  "kind": "VirtualMachine",
  "metadata": {"name": "vm", "labels": {}},
  "spec": {
    "running": true,
    "disks": [{"name": "a"}, {"name": "b"}]
  }
}
`,
  ],
  [
    "Windows' lines",
    "apiVersion: v1\r\nkind: Secret\r\nmetadata:\r\n  name: a\r\nstringData:\r\n  a: 'b'\r\n---\r\napiVersion: v1\r\nkind: Service\r\nmetadata:\r\n  name: b\r\nspec:\r\n  ports:\r\n  - port: 80\r\n    name: http\r\n",
  ],
];
