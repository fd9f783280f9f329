import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Source } from "../../../shared/model/snapshot.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { component, hyperConverged, type Manifest, namespace, object, webhookConfiguration } from "../installation.ts";

// Whether the API server accepts a certificate of the product's webhooks and APIs, by their caBundle.

const folder = join(import.meta.dirname, "../../parse/certificates");
const pemOf = (name: string): string => readFileSync(join(folder, `${name}.pem`), "utf8");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Valid for 48 hours, from 2026-11-27T08:00:00Z. */
const twoDays = pemOf("elliptic-curve");
/** Valid for 10 years from the same time. */
const tenYears = pemOf("rsa");
/** It expired as the one of two days began. */
const old = pemOf("long-issuer");

const begin = "2026-11-27T08:00:00Z";

function webhook(
  caBundle: string,
  {
    policy = "Fail",
    group = "kubevirt.io",
    service = "virt-api",
    place = namespace,
    resource = "virtualmachines",
    url = "",
  } = {},
): Manifest {
  const rules = [{ apiGroups: [group], apiVersions: ["v1"], operations: ["UPDATE"], resources: [resource] }];
  const server = url === "" ? { service: { name: service, namespace: place } } : { url };
  const clientConfig = { caBundle, ...server };
  const webhooks = [{ name: "validator.kubevirt.io", failurePolicy: policy, clientConfig, rules }];
  return webhookConfiguration("virt-api-validator", webhooks);
}

function api(caBundle: string, spec: Manifest = {}): Manifest {
  const service = { name: "virt-api", namespace };
  const status = { conditions: [{ type: "Available", status: "True" }] };
  const body = { spec: { group: "subresources.kubevirt.io", version: "v1", service, caBundle, ...spec }, status };
  return object("apiregistration.k8s.io/v1", "APIService", "v1.subresources.kubevirt.io", body, {
    namespace: undefined,
  });
}

/** Code and severity of each finding about a bundle, with what is wrong with it. */
function listBundleFindings(
  objects: readonly Manifest[],
  takenAt: string,
  source: Partial<Source> = {},
): readonly string[] {
  const snapshot = snapshotOf([hyperConverged(), ...objects], {
    takenAt,
    source: { kind: "files", name: "x", ...source },
  });
  return aggregateAndPrint(snapshot).findings.flatMap((finding) => {
    if (finding.code === "ca-bundle-invalid") return [`${finding.severity} ${finding.state} ${finding.certificates}`];
    return finding.code === "ca-bundle-not-rotated" ? [`${finding.severity} due ${finding.due}`] : [];
  });
}

describe("a certificate of 48 hours, of which 24 are for its rotation", () => {
  const rows: readonly (readonly [at: string, seen: readonly string[]])[] = [
    [begin, []],
    ["2026-11-28T08:00:00Z", []],
    ["2026-11-28T19:59:59Z", []],
    ["2026-11-28T20:00:00Z", ["warning due 2026-11-28T08:00:00Z"]],
    ["2026-11-29T08:00:00Z", ["warning due 2026-11-28T08:00:00Z"]],
    ["2026-11-29T08:00:01Z", ["error expired 1"]],
    ["2026-11-27T07:00:00Z", []],
    ["2026-11-27T06:59:59Z", ["error not-yet-valid 1"]],
  ];
  test.for(rows)("at %s", ([at, expected]) => {
    expect(listBundleFindings([webhook(base64(twoDays))], at)).toEqual(expected);
  });
});

const after = "2026-11-30T00:00:00Z";

describe("a bundle with a valid certificate is no fault", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], at: string])[] = [
    ["an expired one beside it", [webhook(base64(twoDays + tenYears))], after],
    ["an expired one behind it", [webhook(base64(tenYears + twoDays))], after],
    [
      "what is no certificate beside it",
      [webhook(base64(`${tenYears}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`))],
      after,
    ],
    [
      "one of 10 years, shortly before its end, whose rotation is not known",
      [webhook(base64(tenYears))],
      "2036-11-29T07:00:00Z",
    ],
    ["300 certificates of which not all are read", [webhook(base64(twoDays.repeat(300)))], after],
  ];
  test.for(rows)("%s", ([, objects, at]) => {
    expect(listBundleFindings(objects, at)).toEqual([]);
  });
});

describe("a bundle without a valid certificate is a fault", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], seen: readonly string[]])[] = [
    ["two that expired", [webhook(base64(old.replace("MII", "M*I") + twoDays))], ["error expired 2"]],
    ["no certificate at all", [webhook(base64("this is no certificate"))], ["error unreadable 0"]],
    ["a webhook that writes do not need", [webhook(base64(twoDays), { policy: "Ignore" })], ["warning expired 1"]],
    ["an API", [api(base64(twoDays))], ["error expired 1"]],
    [
      "a webhook and an API with the same bundle are one fault",
      [webhook(base64(twoDays)), api(base64(twoDays))],
      ["error expired 1"],
    ],
    [
      "a webhook of the product in another namespace",
      [webhook(base64(twoDays), { place: "elsewhere" })],
      ["error expired 1"],
    ],
    [
      "a webhook of the product's kinds at an address outside of the cluster",
      [webhook(base64(twoDays), { url: "https://policy.example/validate" })],
      ["error expired 1"],
    ],
    [
      "a webhook of another product's kinds at an address outside of the cluster is that product's affair",
      [webhook(base64(twoDays), { url: "https://policy.example/validate", group: "apps" })],
      [],
    ],
  ];
  test.for(rows)("%s", ([, objects, expected]) => {
    expect(listBundleFindings(objects, after)).toEqual(expected);
  });
});

describe("it blocks an upgrade that makes the writes which it checks", () => {
  const rows: readonly (readonly [what: string, object: Manifest, effect: string | undefined])[] = [
    ["of virtual machines", webhook(base64(twoDays)), undefined],
    ["of KubeVirt", webhook(base64(twoDays), { resource: "kubevirts" }), "blocks"],
    [
      "of KubeVirt, which do not need it",
      webhook(base64(twoDays), { resource: "kubevirts", policy: "Ignore" }),
      undefined,
    ],
    ["of an API", api(base64(twoDays)), "blocks"],
  ];
  test.for(rows)("%s", ([, object, effect]) => {
    const snapshot = snapshotOf([hyperConverged(), object], { takenAt: after, source: "x" });
    const finding = aggregateAndPrint(snapshot).findings.find(({ code }) => code === "ca-bundle-invalid");
    expect(finding?.effects.upgrade).toBe(effect);
    expect(finding?.rows.map(({ code }) => code)).toEqual(effect === undefined ? [] : ["InvalidCertificate"]);
  });
});

describe("nothing is known of a bundle", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[]])[] = [
    ["that a person removed from the file", [webhook("REDACTED"), api("<removed>")]],
    ["that is empty: the authorities of the API server count", [webhook(""), api("")]],
    ["of an API whose certificate is not verified", [api(base64(twoDays), { insecureSkipTLSVerify: true })]],
    ["of another product", [webhook(base64(twoDays), { group: "apps", place: "elsewhere" })]],
  ];
  test.for(rows)("%s", ([, objects]) => {
    expect(listBundleFindings(objects, after)).toEqual([]);
  });

  test("where the time is that of a file, which may have been copied later", () => {
    expect(listBundleFindings([webhook(base64(twoDays))], after, { takenFrom: "file" })).toEqual([]);
  });

  test("where the time is the newest inside the input, and the certificates begin later", () => {
    expect(listBundleFindings([webhook(base64(twoDays))], "2026-11-27T00:00:00Z", { takenFrom: "newest" })).toEqual([]);
    expect(listBundleFindings([webhook(base64(twoDays))], after, { takenFrom: "newest" })).toEqual(["error expired 1"]);
  });
});

describe("the rotation is the configured one", () => {
  const late = { duration: "48h", renewBefore: "6h0m0s" };
  const placed: readonly (readonly [where: string, objects: readonly Manifest[]])[] = [
    ["of HyperConverged v1", [{ ...hyperConverged(), spec: { security: { certConfig: { ca: late } } } }]],
    [
      "of HyperConverged v1beta1",
      [{ ...hyperConverged(), apiVersion: "hco.kubevirt.io/v1beta1", spec: { certConfig: { ca: late } } }],
    ],
    [
      "of KubeVirt",
      [
        hyperConverged(),
        { ...component("KubeVirt"), spec: { certificateRotateStrategy: { selfSigned: { ca: late } } } },
      ],
    ],
    ["of CDI", [hyperConverged(), { ...component("CDI"), spec: { certConfig: { ca: late } } }]],
  ];
  test.for(placed)("%s", ([, objects]) => {
    const all = [...objects, webhook(base64(twoDays))];
    const seenAt = (takenAt: string) =>
      aggregateAndPrint(snapshotOf(all, { takenAt, source: "x" })).findings.filter(
        ({ code }) => code === "ca-bundle-not-rotated",
      ).length;
    expect(["2026-11-29T04:59:00Z", "2026-11-29T05:00:00Z"].map(seenAt)).toEqual([0, 1]);
  });
});
