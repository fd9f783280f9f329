import { expect, test } from "vitest";
import { renderFirstText } from "../../../shared/render/formats/text/text.ts";
import { readCorpus, type Situation } from "./corpus.ts";
import { reportAbout } from "./evaluate.ts";

/** The kinds of each system whose first screens are kept, and those that have no state in which a user lets them rest. */
const systems: Readonly<Record<string, readonly string[]>> = {
  "argo-cd": ["Application.argoproj.io", "Rollout.argoproj.io"],
  flux: ["Kustomization.kustomize.toolkit.fluxcd.io", "HelmRelease.helm.toolkit.fluxcd.io"],
  knative: ["Service.serving.knative.dev"],
  "cluster-api": ["Cluster.cluster.x-k8s.io"],
  crossplane: ["Bucket.s3.aws.upbound.io"],
  "cert-manager": ["Certificate.cert-manager.io"],
  "gateway-api": ["Gateway.gateway.networking.k8s.io"],
  cloudnativepg: ["Cluster.postgresql.cnpg.io"],
  tekton: ["PipelineRun.tekton.dev"],
  kserve: ["InferenceService.serving.kserve.io"],
  olm: ["ClusterServiceVersion.operators.coreos.com", "Subscription.operators.coreos.com"],
  "machine-api": ["Machine.machine.openshift.io", "MachineSet.machine.openshift.io"],
};
const withoutRest = [
  "Service.serving.knative.dev",
  "Certificate.cert-manager.io",
  "Gateway.gateway.networking.k8s.io",
  "ClusterServiceVersion.operators.coreos.com",
  "Machine.machine.openshift.io",
  "MachineSet.machine.openshift.io",
];

const corpus = Map.groupBy(readCorpus(), ({ manifest }) => {
  const [group] = String(manifest["apiVersion"]).split("/");
  return `${manifest["kind"]}.${group}`;
});

test.for(Object.entries(systems))("%s reads as it was agreed to", async ([system, kinds]) => {
  const situations = kinds.flatMap((kind) => corpus.get(kind) ?? []);
  await expect(situations.map(screenOf).join("\n")).toMatchFileSnapshot(`golden/first-screens/${system}.txt`);
});

test.for(Object.values(systems).flat())("%s is good, on its way, bad and at rest", (kind) => {
  const states = new Set((corpus.get(kind) ?? []).map(({ expected }) => expected));
  const rest = withoutRest.includes(kind) ? [] : ["paused"];
  expect([...states].toSorted()).toEqual(["healthy", ...rest, "progressing", "sick"]);
});

function screenOf({ title, manifest }: Situation): string {
  return `# ${title}\n${renderFirstText(reportAbout(manifest), { width: 100 })}`;
}
