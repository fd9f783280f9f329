import { expect, test } from "vitest";
import { findLogFault } from "../../shared/parse/log-faults.ts";

test.for<readonly [line: string, code: string, field?: string]>([
  ["Error running manager: leader election lost", "lease-lost"],
  ["leaderelection lost", "lease-lost"],
  ["failed to renew lease openshift-cnv/cdi-controller-leader-election-helper: timed out", "lease-lost"],
  [
    "failed to list *v1.KubeVirt: json: cannot unmarshal object into Go struct field KubeVirtConfiguration.items.spec.configuration.developerConfiguration.featureGates of type string",
    "object-undecodable",
    "spec.configuration.developerConfiguration.featureGates",
  ],
  ["json: cannot unmarshal string into Go value of type v1.Pod", "object-undecodable"],
  ["exec /usr/bin/virt-operator: exec format error", "image-of-other-architecture"],
  ["/bin/sh: /usr/bin/node-labeller.sh: cannot execute binary file: Permission denied", "execution-denied"],
  ["exec /usr/bin/node-labeller.sh: permission denied", "execution-denied"],
])("a line whose fault is not of its program: %s", ([line, code, field]) => {
  expect(findLogFault(line)).toEqual(field === undefined ? { code } : { code, field });
});

test.for([
  "panic: runtime error: invalid memory address or nil pointer dereference",
  'no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"',
  "successfully acquired lease openshift-cnv/cdi-controller-leader-election-helper",
  "open /var/run/secrets/token: permission denied",
  "execution of the import finished, permission denied by policy: false",
  "",
])("a line whose fault is of its program, or that reports none: %s", (line) => {
  expect(findLogFault(line)).toBeUndefined();
});
