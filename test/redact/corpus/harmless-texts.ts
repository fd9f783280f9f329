import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { fillTemplate } from "./forms.ts";

/** Shapes that stand in every cluster and hold no credential, in the notation of credentials.ts. */
const shapes: readonly string[] = [
  "quay.io/kubevirt/virt-operator@sha256:{h64}",
  "registry.redhat.io/container-native-virtualization/virt-api-rhel9@sha256:{h64}",
  "docker-pullable://ghcr.io/a/b:v1.2.3@sha256:{h64}",
  "containerd://{h64}",
  "cri-o://{h64}",
  "{h8}-{h4}-4{h3}-a{h3}-{h12}",
  "{d8}",
  "virt-handler-{l5}",
  "virt-api-{h10}-{l5}",
  "pvc-{h8}-{h4}-4{h3}-b{h3}-{h12}",
  "prime-{h8}-{h4}-4{h3}-b{h3}-{h12}",
  "default-token-{l5}",
  'secret "virt-operator-token-{l5}" not found',
  'MountVolume.SetUp failed for volume "kubevirt-virt-handler-certs" : secret "kubevirt-virt-handler-certs-{l5}" not found',
  'Back-off pulling image "quay.io/kubevirt/cdi-operator@sha256:{h64}"',
  "rpc error: code = Unknown desc = reading manifest v1.{d2} in quay.io/a/b: unauthorized: access to the requested resource is not authorized",
  'Operation cannot be fulfilled on cdis.cdi.kubevirt.io "cdi": the object has been modified; please apply your changes to the latest version and try again: resourceVersion {d9}',
  "0/{d2} nodes are available: 3 node(s) had untolerated taint {node-role.kubernetes.io/master: }, 2 Insufficient memory. preemption: 0/5 nodes are available",
  'Get "https://10.96.0.1:443/apis/cdi.kubevirt.io/v1beta1?timeout=32s": dial tcp 10.96.0.1:443: connect: connection refused ({d6})',
  'failed calling webhook "mutate-hyperconverged-hco.kubevirt.io": failed to call webhook: Post "https://hco-webhook.kubevirt.svc:4343/mutate?timeout=10s": x509: certificate signed by unknown authority {d4}',
  "Readiness probe failed: HTTP probe failed with statuscode: 500 ({d5})",
  "back-off 5m0s restarting failed container=virt-controller pod=virt-controller-{h10}-{l5}_kubevirt({h8}-{h4}-4{h3}-8{h3}-{h12})",
  "node ip-10-0-{d3}-{d2}.eu-west-1.compute.internal is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady",
  "https://prometheus-k8s.openshift-monitoring.svc:9091/api/v1/query?query=up&time={d10}",
  "0000{h8}:{d2}:00.0",
  "kubevirt-hyperconverged-operator.v1.{d2}.{d1}",
  "InstallPlan install-{l5} requires approval: unpack job {h63} is not completed",
  "leader election lost: lease kubevirt/virt-operator held by virt-operator-{h10}-{l5}_{h8}-{h4}-4{h3}-9{h3}-{h12}",
  "2026-11-{d2}T08:{d2}:00Z",
  "{d4}Mi",
  "system:serviceaccount:kubevirt-hyperconverged:hyperconverged-cluster-operator-{d3}",
  "token has expired; renew it with kubectl create token {l8}",
  "the server has asked for the client to provide credentials (get pods {l6})",
  "Secret {l8} is missing key tls.key in namespace {l6}",
  "password policy of realm {l7} was updated",
];

/** At least 5,000 different texts: every text of the golden cases, and generated shapes. */
export function harmlessTexts(): readonly string[] {
  const texts = new Set<string>();
  for (const sentence of sentences) {
    for (const reading of readGoldenCase(sentence).readings) {
      if (reading.outcome === "found") for (const { raw } of reading.objects) collect(raw, texts);
      else if (reading.outcome !== "absent") texts.add(reading.cause);
    }
  }
  for (const shape of shapes)
    for (let number = 0; number < 80; number += 1) texts.add(fillTemplate(shape, number).text);
  return [...texts];
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === "string") texts.add(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner, texts);
}
