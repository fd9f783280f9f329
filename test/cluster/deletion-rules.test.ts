import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { readRefusal } from "./http.ts";
import { machineKinds } from "./kinds.ts";
import type { Stored } from "./manifest.ts";
import { scenarios } from "./scenarios.ts";
import { createSituation, eraseSituation } from "./situations.ts";
import { evaluate, evaluateSources, writeSources } from "./sources.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Clearly past the hour after which a deletion is late: the objects are created after the time is taken. */
const twoHours = 2 * hour;

/** What a report says of an object in a situation. */
interface Rule {
  readonly situation: string;
  readonly object: string;
  /** How long after the creation of the objects they are read: the server sets the times of creation and deletion. */
  readonly readAfter: number;
  readonly verdict: string;
  /** The words of a cause or a finding. */
  readonly cause?: RegExp;
  /** The first command. */
  readonly command?: string;
}

const configurationCommand =
  "kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io virt-api-mutator -o yaml";

const rules: readonly Rule[] = [
  {
    situation: "the-operator-that-ends-the-deletion-of-cdi-is-scaled-to-zero",
    object: "cdi/cdi",
    readAfter: 10 * minute,
    verdict: "degraded",
    cause: /nothing removes finalizer operator\.cdi\.kubevirt\.io: Deployment cdi-operator is scaled to 0/,
    command: "kubectl describe deployment cdi-operator -n cdi",
  },
  {
    situation: "the-operator-that-ends-the-deletion-of-cdi-runs",
    object: "cdi/cdi",
    readAfter: 10 * minute,
    verdict: "progressing",
    cause: /being deleted/,
  },
  { situation: "cdi-with-a-finalizer-is-not-being-deleted", object: "cdi/cdi", readAfter: hour, verdict: "healthy" },
  {
    situation: "a-custom-resource-waits-for-a-finalizer",
    object: "certificate/serving",
    readAfter: twoHours,
    verdict: "degraded",
    cause: /policies\.example\.org\/audit/,
  },
  {
    situation: "a-custom-resource-waits-for-a-finalizer",
    object: "certificate/serving",
    readAfter: minute,
    verdict: "progressing",
  },
  {
    situation: "a-custom-resource-with-a-finalizer-is-not-being-deleted",
    object: "certificate/serving",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "no-virt-controller-is-ready-to-end-the-deletion-of-a-virtual-machine",
    object: "vm/gone",
    readAfter: hour,
    verdict: "degraded",
    cause: /virt-controller/,
  },
  {
    situation: "a-pod-uses-a-claim-that-is-being-deleted",
    object: "pvc/data",
    readAfter: hour,
    verdict: "degraded",
    cause: /waits for 1 object that uses it: Pod virt-launcher-db/,
  },
  {
    situation: "a-pod-uses-a-claim-that-is-being-deleted",
    object: "pvc/data",
    readAfter: minute,
    verdict: "progressing",
  },
  {
    situation: "a-pod-uses-a-claim-that-is-not-being-deleted",
    object: "pvc/data",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-namespace-waits-for-an-object-with-a-finalizer",
    object: "ns/shop",
    readAfter: hour,
    verdict: "degraded",
    cause: /waits for 1 object: kubevirts\.kubevirt\.io \(1\); finalizer foregroundDeleteKubeVirt/,
    command: "kubectl get kubevirts.kubevirt.io -n shop",
  },
  {
    situation: "a-namespace-that-holds-an-object-with-a-finalizer-is-not-being-deleted",
    object: "ns/shop",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-namespace-holds-pods-without-finalizers",
    object: "ns/shop",
    readAfter: hour,
    verdict: "degraded",
    cause: /waits for 3 objects without finalizers: pods \(2\) and virtualmachineinstances\.kubevirt\.io \(1\)/,
    command: "kubectl get pods,virtualmachineinstances.kubevirt.io -n shop",
  },
  {
    situation: "a-namespace-that-was-deleted-a-minute-ago-still-holds-pods",
    object: "ns/shop",
    readAfter: minute,
    verdict: "progressing",
  },
  {
    situation: "a-webhook-refuses-to-delete-what-a-namespace-holds",
    object: "ns/shop",
    readAfter: hour,
    verdict: "degraded",
    cause:
      /while webhook kubevirt-validator\.kubevirt\.io of ValidatingWebhookConfiguration virt-operator-validator refuses it: Rejecting the uninstall request/,
    command: "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io virt-operator-validator -o yaml",
  },
  {
    situation: "a-namespace-beside-a-webhook-for-deletions-is-not-being-deleted",
    object: "ns/shop",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-namespace-waits-for-an-api-that-does-not-respond",
    object: "ns/shop",
    readAfter: hour,
    verdict: "degraded",
    cause: /while APIService v1\.subresources\.kubevirt\.io does not respond: ServiceNotFound/,
    command: "kubectl describe apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io",
  },
  {
    situation: "a-namespace-beside-an-api-that-does-not-respond-is-not-being-deleted",
    object: "ns/shop",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-definition-waits-for-an-object-with-a-finalizer",
    object: "crd/aaqs.aaq.kubevirt.io",
    readAfter: hour,
    verdict: "degraded",
    cause: /waits for 1 object: AAQ aaq; finalizer operator\.aaq\.kubevirt\.io/,
    command: "kubectl get aaqs.aaq.kubevirt.io -A",
  },
  {
    situation: "a-definition-waits-for-an-object-with-a-finalizer",
    object: "crd/aaqs.aaq.kubevirt.io",
    readAfter: minute,
    verdict: "progressing",
  },
  {
    situation: "a-definition-whose-object-has-a-finalizer-is-not-being-deleted",
    object: "crd/aaqs.aaq.kubevirt.io",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-config-map-that-lacks-the-authority-of-its-source-explains-its-data-volume",
    object: "dv/win",
    readAfter: hour,
    verdict: "degraded",
    cause: /images-ca/,
    command: "kubectl get configmap images-ca -n shop -o yaml",
  },
  {
    situation: "a-data-volume-is-filled-after-its-source-was-not-trusted",
    object: "dv/win",
    readAfter: hour,
    verdict: "progressing",
  },
  {
    situation: "the-bundle-that-cert-manager-fills-expired",
    object: "vm/web",
    readAfter: hour,
    verdict: "degraded",
    cause: /no certificate in its caBundle is valid \(2 expired\)/,
    command: "kubectl describe certificate.cert-manager.io virt-api-serving -n kubevirt",
  },
  {
    situation: "the-bundle-that-olm-fills-expired",
    object: "vm/web",
    readAfter: hour,
    verdict: "degraded",
    cause: /no certificate in its caBundle is valid \(2 expired\)/,
    command:
      "kubectl describe clusterserviceversion.operators.coreos.com kubevirt-hyperconverged-operator.v1.20.0 -n kubevirt",
  },
  {
    situation: "a-bundle-that-expired-explains-its-virtual-machine",
    object: "vm/web",
    readAfter: hour,
    verdict: "degraded",
    cause: /no certificate in its caBundle is valid \(2 expired\)/,
    command: configurationCommand,
  },
  {
    situation: "a-running-virtual-machine-had-a-certificate-refused-and-the-bundle-expired",
    object: "vm/web",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "an-admission-policy-allows-the-pods-of-a-deployment",
    object: "deployment/web",
    readAfter: hour,
    verdict: "healthy",
  },
];

describeCluster(
  "a rule about deletions, certificates and refusals, live, in a file and in a must-gather",
  (cluster) => {
    let created: readonly Stored[] = [];

    beforeAll(async () => {
      await scenarios.noCR(cluster, new Date());
    });
    // A situation may end the definition of a kind.
    beforeEach(async () => {
      await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    });
    afterEach(async () => {
      await eraseSituation(cluster, created);
      created = [];
    });

    /** Creates the situation of a rule, checks what is reported live, and returns what each source reports. */
    async function evaluateRule({ situation, object, readAfter, verdict, cause, command }: Rule) {
      const at = new Date(Date.now() + readAfter).toISOString();
      created = await createSituation(cluster, situation, at);
      const evaluations = await evaluateSources(cluster, created, { object, at });
      const { live } = evaluations;
      expect(live.verdict).toBe(verdict);
      if (cause !== undefined) expect(live.texts).toContainEqual(expect.stringMatching(cause));
      if (command !== undefined) expect(live.commands[0]).toBe(command);
      return evaluations;
    }

    test.for(rules)("$situation: $object after $readAfter ms is $verdict", async (rule) => {
      const { live, file, mustGather } = await evaluateRule(rule);
      expect(file).toEqual(live);
      expect(mustGather).toEqual(live);
    });

    test("a file does not show that an operator does not exist, so it names only the finalizer", async () => {
      const { live, file, mustGather } = await evaluateRule({
        situation: "the-operator-that-ends-the-deletion-of-cdi-does-not-exist",
        object: "cdi/cdi",
        readAfter: twoHours,
        verdict: "degraded",
        cause:
          /nothing removes finalizer operator\.cdi\.kubevirt\.io: Deployment cdi-operator does not exist in namespace cdi/,
        command: "kubectl describe cdi cdi",
      });
      expect(mustGather).toEqual(live);
      expect(file.verdict).toBe("degraded");
      expect(file.texts).toContainEqual(expect.stringMatching(/operator\.cdi\.kubevirt\.io/));
      expect(file.texts).not.toContainEqual(expect.stringMatching(/does not exist/));
      expect(file.commands[0]).toBe("kubectl logs -n cdi deployment/cdi-operator --tail=100");
    });

    test("a file without a time does not show how long a deletion takes, so that is unknown", async () => {
      const at = new Date(Date.now() + twoHours).toISOString();
      created = await createSituation(cluster, "a-custom-resource-waits-for-a-finalizer", at);
      const question = { object: "certificate/serving" };
      const { file } = await writeSources(cluster, created, at);
      expect(await evaluate(cluster, { ...question, at }, "-f", file)).toMatchObject({ verdict: "degraded" });
      const evaluation = await evaluate(cluster, question, "-f", file);
      expect(evaluation.verdict).toBe("unknown");
      expect(evaluation.texts).toContainEqual(expect.stringMatching(/policies\.example\.org\/audit/));
    });

    test("an admission policy refuses the pods of a Deployment in the words of the server", async () => {
      const { live, file, mustGather } = await evaluateRule({
        situation: "an-admission-policy-refuses-the-pods-of-a-deployment",
        object: "deployment/web",
        readAfter: hour,
        verdict: "unavailable",
        cause: /only images of registry\.example\.com may run/,
        command: "kubectl get validatingadmissionpolicy.admissionregistration.k8s.io images.example.com -o yaml",
      });
      expect(file).toEqual(live);
      expect(mustGather).toEqual(live);
      const pod = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "web-6d5f8c7b9-xk2lp", namespace: "shop" },
        spec: { containers: [{ name: "web", image: "docker.example.org/web" }] },
      };
      // The API server reads its policies by a watch. A dry run stores no pod before that.
      const refusal = (): Promise<string | undefined> =>
        readRefusal(cluster, "POST", "/api/v1/namespaces/shop/pods?dryRun=All", pod);
      await expect.poll(refusal).toBeDefined();
      const message = await refusal();
      expect(created[0]?.status?.["conditions"]).toContainEqual(expect.objectContaining({ message }));
    });
  },
);
