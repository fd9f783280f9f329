import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Redaction, Snapshot } from "../../shared/model/snapshot.ts";
import { snapshotIn } from "../../shared/parse/documents/snapshot-document.ts";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { documentFaultText } from "../../shared/parse/input-fault-text.ts";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { randomIntegersFrom } from "../random.ts";
import { repetitions } from "../size.ts";

const takenAt = "2026-11-21T12:00:00Z";

/** What is kept of one object, and how often what was taken out of it. */
function redactObject(object: object): {
  readonly raw: Record<string, unknown>;
  readonly counts: Record<string, number>;
} {
  const { readings, redacted = [] } = redactSnapshot(snapshotOf([object], { takenAt, source: "x.yaml" }));
  const [reading] = readings;
  const raw = reading?.outcome === "found" ? reading.objects[0]?.raw : undefined;
  return { raw: { ...raw }, counts: Object.fromEntries(redacted.map(({ what, count }) => [what, count])) };
}

function pod(spec: object, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "n", ...metadata }, spec };
}

function readBack(snapshot: Snapshot): Snapshot {
  const [document] = readDocuments(snapshotDocument(snapshot), "x").documents;
  const read = snapshotIn(document?.value);
  if ("fault" in read) throw new Error(documentFaultText(read.fault));
  return read;
}

describe("an object keeps what a report is made of, and nothing that may be a credential", () => {
  const rows: [rule: string, object: object, kept: object, counts: Partial<Record<Redaction["what"], number>>][] = [
    [
      "the value of a variable goes, its name and where it comes from stay",
      pod({
        containers: [
          {
            name: "c",
            env: [
              { name: "DB", value: "hunter2" },
              { name: "EMPTY", value: "" },
              { name: "FROM", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
            ],
          },
        ],
      }),
      pod({
        containers: [
          {
            name: "c",
            env: [
              { name: "DB", value: "REDACTED" },
              { name: "EMPTY", value: "" },
              { name: "FROM", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
            ],
          },
        ],
      }),
      { env: 1 },
    ],
    [
      "the versions that the operator is told stay",
      pod({
        containers: [
          {
            env: [
              { name: "HCO_KV_IO_VERSION", value: "1.20.0" },
              { name: "CDI_VERSION", value: "v1" },
            ],
          },
        ],
      }),
      pod({
        containers: [
          {
            env: [
              { name: "HCO_KV_IO_VERSION", value: "1.20.0" },
              { name: "CDI_VERSION", value: "v1" },
            ],
          },
        ],
      }),
      {},
    ],
    [
      "of a command line the names of flags stay, and what is run",
      pod({
        containers: [
          {
            command: ["run", "--token=abc", "--password", "abc", "--v=2"],
            args: ["--key-file=/k", "sh -c 'PASSWORD=abc x'"],
          },
        ],
      }),
      pod({
        containers: [
          {
            command: ["run", "--token=REDACTED", "--password", "REDACTED", "--v=REDACTED"],
            args: ["--key-file=REDACTED", "REDACTED"],
          },
        ],
      }),
      { argument: 5 },
    ],
    [
      "what kubectl apply kept goes, and so does an annotation with a credential's name, a copy of an object or a packed one",
      pod(
        {},
        {
          annotations: {
            "kubectl.kubernetes.io/last-applied-configuration": "{}",
            "a/token": "abc",
            "b/original": '{"spec":{}}',
            "c/applied": "H4sI".repeat(30),
            "d/url": "https://u:p@host/",
            "deployment.kubernetes.io/revision": "3",
          },
        },
      ),
      pod(
        {},
        {
          annotations: {
            "a/token": "REDACTED",
            "b/original": "REDACTED",
            "c/applied": "REDACTED",
            "d/url": "REDACTED",
            "deployment.kubernetes.io/revision": "3",
          },
        },
      ),
      { annotation: 5 },
    ],
    [
      "of the writers of fields the times stay, and the clients that wrote the spec",
      pod(
        {},
        {
          managedFields: [
            { manager: "m", time: takenAt, fieldsV1: { "f:x": {} } },
            { manager: "k", time: takenAt, subresource: "status" },
            { manager: "n" },
            { manager: "kubectl-edit", time: takenAt, fieldsV1: { "f:spec": { "f:x": {} } } },
            { manager: "password=hunter22", time: takenAt, fieldsV1: { "f:spec": {} } },
          ],
        },
      ),
      pod(
        {},
        {
          managedFields: [
            { time: takenAt },
            { time: takenAt, subresource: "status" },
            { time: takenAt, manager: "kubectl-edit" },
            { time: takenAt, manager: "password=REDACTED" },
          ],
        },
      ),
      {},
    ],
    [
      "of a ConfigMap its data goes",
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "c" },
        data: { a: "x", b: "y" },
        binaryData: { c: "eA==" },
      },
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } },
      { data: 3 },
    ],
    [
      "of a Secret name, labels and uid stay",
      {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "s", uid: "1", labels: { a: "b" }, annotations: { c: "d" } },
        data: { a: "x" },
      },
      { apiVersion: "v1", kind: "Secret", metadata: { name: "s", uid: "1", labels: { a: "b" } } },
      { secret: 1 },
    ],
    [
      "a certificate and the names of pull secrets are no credentials",
      pod({
        imagePullSecrets: [{ name: "pull" }],
        caBundle: "LS0t",
        volumes: [{ secret: { secretName: "tls", defaultMode: 420 } }],
      }),
      pod({
        imagePullSecrets: [{ name: "pull" }],
        caBundle: "LS0t",
        volumes: [{ secret: { secretName: "tls", defaultMode: 420 } }],
      }),
      {},
    ],
    [
      "a patch keeps its operations",
      {
        apiVersion: "hco.kubevirt.io/v1",
        kind: "HyperConverged",
        metadata: {
          name: "k",
          annotations: { "kubevirt.kubevirt.io/jsonpatch": '[{"op":"add","path":"/spec/x","value":"abc"}]' },
        },
      },
      {
        apiVersion: "hco.kubevirt.io/v1",
        kind: "HyperConverged",
        metadata: { name: "k", annotations: { "kubevirt.kubevirt.io/jsonpatch": '[{"op":"add","path":"/spec/x"}]' } },
      },
      { annotation: 1 },
    ],
    [
      "of the properties of a bundle the newest OpenShift stays that it supports",
      {
        apiVersion: "operators.coreos.com/v1alpha1",
        kind: "ClusterServiceVersion",
        metadata: {
          name: "k",
          annotations: {
            "operatorframework.io/properties":
              '{"properties":[{"type":"x","value":"abc"},{"type":"olm.maxOpenShiftVersion","value":"4.17"}]}',
            "olm.properties": '[{"type":"olm.maxOpenShiftVersion","value":"token abc"}]',
          },
        },
      },
      {
        apiVersion: "operators.coreos.com/v1alpha1",
        kind: "ClusterServiceVersion",
        metadata: {
          name: "k",
          annotations: {
            "operatorframework.io/properties": '{"properties":[{"type":"olm.maxOpenShiftVersion","value":"4.17"}]}',
            "olm.properties": '[{"type":"olm.maxOpenShiftVersion"}]',
          },
        },
      },
      { annotation: 2 },
    ],
    [
      "values of charts, fields with a credential's name, and JSON inside a text are looked into",
      {
        apiVersion: "a/v1",
        kind: "HelmRelease",
        metadata: { name: "k" },
        spec: {
          values: { a: 1 },
          password: "abc",
          config: '{"passthroughEnvVars":{"A":"abc"}}',
          proxy: "http://u:p@h:1",
        },
      },
      {
        apiVersion: "a/v1",
        kind: "HelmRelease",
        metadata: { name: "k" },
        spec: {
          values: "REDACTED",
          password: "REDACTED",
          config: '{"passthroughEnvVars":{"A":"REDACTED"}}',
          proxy: "http://REDACTED@h:1",
        },
      },
      { values: 1, field: 1, env: 1, text: 1 },
    ],
    [
      "what a selector needs is left alone",
      pod({
        selector: { matchLabels: { token: "a" }, matchExpressions: [{ key: "x", operator: "In", values: ["a"] }] },
      }),
      pod({
        selector: { matchLabels: { token: "a" }, matchExpressions: [{ key: "x", operator: "In", values: ["a"] }] },
      }),
      {},
    ],
  ];
  test.for(rows)("%s", ([, object, expected, counts]) => {
    const found = redactObject(object);
    expect(found.raw).toEqual(expected);
    expect(found.counts).toEqual(counts);
    expect(redactObject(found.raw)).toEqual({
      raw: found.raw,
      counts: counts.secret === undefined ? {} : { secret: 1 },
    });
  });
});

test("what an object holds below 400 levels is removed, because it could not be read back", () => {
  const { raw, counts } = redactObject(pod({ a: nestValue(1000, "x") }));
  expect(counts).toEqual({ depth: 1 });
  expect(readDocuments(JSON.stringify({ items: [raw] }), "x").faults).toEqual([]);
});

function nestValue(levels: number, inside: string): unknown {
  let value: unknown = inside;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

describe("a credential in a text is concealed, and other words are not", () => {
  const rows: [text: string, concealed: string][] = [
    ["Authorization: Bearer abc.def", "Authorization: REDACTED"],
    ['{"Authorization":"Basic dXNlcjpw"}', '{"Authorization":"REDACTED"}'],
    ["password=hunter2 and more", "password=REDACTED and more"],
    [`{\\"password\\":\\"a b\\",\\"x\\":1}`, `{\\"password\\":\\"REDACTED\\",\\"x\\":1}`],
    ['password="cut off he', 'password="REDACTED'],
    ["password: hunter2", "password: REDACTED"],
    ["https://user:pass@host/path", "https://REDACTED@host/path"],
    ["docker://quay.io:443/x@sha256:00ff", "docker://quay.io:443/x@sha256:00ff"],
    ["Basic dXNlcjpw", "Basic REDACTED"],
    ["basic authentication failed, bearer token expired", "basic authentication failed, bearer token expired"],
    ['secret "pull" not found, invalid token: expired', 'secret "pull" not found, invalid token: expired'],
    ["join --token abcdef.0123", "join --token REDACTED"],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nx",
      "-----BEGIN RSA PRIVATE KEY-----REDACTED-----END RSA PRIVATE KEY-----\nx",
    ],
    ["-----BEGIN CERTIFICATE-----\nabc", "-----BEGIN CERTIFICATE-----\nabc"],
    ["x eyJhbGciOi.eyJzdWIiO.c2ln y", "x REDACTED y"],
    ["AKIAABCDEFGHIJKLMNOP", "REDACTED"],
    [
      "db:\n  name: x\n  dbToken: abc\n  - secret: d e\n",
      "db:\n  name: x\n  dbToken: REDACTED\n  - secret: REDACTED\n",
    ],
    ["KubeVirt is progressing: Deploying version v1.8.1", "KubeVirt is progressing: Deploying version v1.8.1"],
  ];
  test.for(rows)("%s", ([text, concealed]) => {
    expect(concealText(text)).toBe(concealed);
  });

  test("twice is once, whatever the text", () => {
    const pieces = [
      "password",
      "token",
      "=",
      ": ",
      '"',
      "\\",
      "'",
      "Bearer ",
      "Basic ",
      "Authorization",
      "://",
      "@",
      "eyJhbGci",
      ".",
      "-----BEGIN PRIVATE KEY-----",
      "-----END PRIVATE KEY-----",
      "--",
      "x1",
      " ",
      "\n",
      "secret",
      "REDACTED",
      "key",
      "Cookie",
    ];
    const random = randomIntegersFrom(7);
    for (let run = 0; run < repetitions(2_000); run += 1) {
      const text = Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join("");
      const once = concealText(text);
      expect(concealText(once), JSON.stringify(text)).toBe(once);
    }
  });

  // What looks at each character again from each other one does not end within any test's time.
  test("a hostile text of 400 KB is read in no square of its length", () => {
    for (const piece of [
      'password="',
      "eyJhbGci.",
      "a://",
      "-----BEGIN PRIVATE KEY-----",
      'token\\\\"=',
      "Bearer ",
      "x-a-a-a-",
      "a",
      "a:b",
      "a:b@",
      "http://a:",
      'name: x, value: "',
      "--token ",
      "-u a:",
      "password ",
      "password=[",
      "password:\n",
      "password: |\n ",
      "\n",
      "sk-",
      "A1a",
      "a\n-----END PRIVATE KEY-----\n",
      "ldapsearch -w",
      "digest a=",
      "<a ",
      "word ",
    ]) {
      const text = piece.repeat(400_000 / piece.length);
      expect(concealText(text).length, piece).toBeLessThanOrEqual(text.length * 2);
    }
  });
});

describe("nothing that must not leak is anywhere in the file", () => {
  const marker = "s3cr3t-Marker-7f";
  const random = randomIntegersFrom(11);
  const pick = <T>(some: readonly T[]): T => some[random(some.length)] as T;
  /** Something of any shape with the marker in every text. */
  const randomHolder = (depth = 0): unknown => {
    const shape = depth > 3 ? 0 : random(3);
    if (shape === 0) return `${pick(["", "a ", "{", "x: "])}${marker}${pick(["", "\n", '"'])}`;
    if (shape === 1) return Array.from({ length: 1 + random(3) }, () => randomHolder(depth + 1));
    return Object.fromEntries(
      Array.from({ length: 1 + random(3) }, (_, index) => [`k${index}`, randomHolder(depth + 1)]),
    );
  };
  const env = (): object => ({ name: "A", value: pick([marker, randomHolder()]) });
  const container = (): object => ({
    name: "c",
    [pick(["env", "env", "extraEnvVars"])]: pick([[env(), env()], { A: marker, B: marker }, [`A=${marker}`]]),
    [pick(["args", "command"])]: [
      "run",
      `--api-token=${marker}`,
      "--password",
      marker,
      `sh -c "DB_PASSWORD='${marker}' run"`,
    ],
    livenessProbe: { httpGet: { httpHeaders: [{ name: "X-Any", value: marker }] } },
  });
  const annotations = (): object => ({
    "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(randomHolder()),
    [`x/${pick(["token", "Password", "my-secret", "api-key", "auth", "bearer", "basic-login"])}`]: marker,
    "x/copy": JSON.stringify({ spec: randomHolder() }),
    "kubevirt.kubevirt.io/jsonpatch": JSON.stringify([{ op: "add", path: "/spec/a", value: randomHolder() }]),
    "x/login": `https://user:${marker}@host`,
  });
  const specs = [
    () => ({ containers: [container(), container()], initContainers: [container()] }),
    () => ({ template: { metadata: { annotations: annotations() }, spec: { containers: [container()] } } }),
    () => ({ install: { spec: { deployments: [{ spec: { template: { spec: { containers: [container()] } } } }] } } }),
    () => ({
      values: { a: randomHolder() },
      optionValues: [{ name: "a", value: marker }],
      importProxy: { HTTPProxy: `http://u:${marker}@p` },
    }),
    () => ({
      userData: marker,
      cloudInitNoCloud: { userDataBase64: marker, networkData: marker },
      clientSecret: marker,
      tokens: [marker],
    }),
    () => ({ patches: [{ patch: JSON.stringify([{ op: "add", path: "/spec/containers/0/env/-", value: env() }]) }] }),
    () => ({ config: JSON.stringify({ nested: JSON.stringify({ env: [env()] }) }) }),
  ];
  const kinds = [
    ["v1", "Pod"],
    ["apps/v1", "Deployment"],
    ["v1", "ConfigMap"],
    ["v1", "Secret"],
    ["v1", "secret"],
    ["x.io/v1", "VaultSecret"],
    ["hco.kubevirt.io/v1", "HyperConverged"],
    ["apps/v1", "ControllerRevision"],
    ["v1", "Event"],
  ] as const;

  test("over objects with a marker wherever something may be", () => {
    for (let run = 0; run < repetitions(50); run += 1) {
      const [apiVersion, kind] = pick(kinds);
      const object = {
        apiVersion,
        kind,
        metadata: {
          name: "x",
          namespace: "n",
          annotations: annotations(),
          managedFields: [{ manager: marker, time: marker, fieldsV1: randomHolder() }],
        },
        data: kind === "ControllerRevision" ? { spec: pick(specs)() } : randomHolder(),
        binaryData: randomHolder(),
        stringData: randomHolder(),
        spec: pick(specs)(),
        status: {
          message: `failed: Authorization: Bearer ${marker}`,
          conditions: [{ type: "Ready", status: "False", message: `password=${marker}` }],
        },
        note: `login with token=${marker}`,
      };
      const written = snapshotDocument(redactSnapshot(snapshotOf([object], { takenAt, source: "x" })));
      expect(written.includes(marker), JSON.stringify(object)).toBe(false);
    }
  });

  test("no marker is left in a reading's own fields", () => {
    const query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true } as const;
    const written = snapshotDocument(
      redactSnapshot({
        source: { kind: "cluster", name: "c" },
        takenAt,
        readings: [{ query, outcome: "unread", cause: `proxy said Authorization: Basic ${marker}` }],
        damage: [{ where: "x", cause: `near password: ${marker}` }],
      }),
    );
    expect(written).not.toContain(marker);
  });
});

describe("the report of what is kept is the report of what was read", () => {
  test.for(sentences)("%s", (sentence) => {
    const snapshot = readGoldenCase(sentence);
    const file = redactSnapshot(snapshot);
    expect(aggregate(file)).toEqual(aggregate(snapshot));
    expect(aggregate(readBack(file))).toEqual(aggregate(snapshot));
    expect(snapshotDocument(redactSnapshot(readBack(file)))).toBe(snapshotDocument(file));
  });

  test("the report is the same where requests had every other outcome", () => {
    const random = randomIntegersFrom(3);
    const outcomes = ["absent", "noSuchKind", "forbidden", "unread"] as const;
    for (let run = 0; run < repetitions(40); run += 1) {
      const whole = readGoldenCase(sentences[random(sentences.length)] ?? "");
      const readings = whole.readings.map((reading) => {
        if (random(4) > 0) return reading;
        const { query } = reading;
        const outcome = outcomes[random(4)] ?? "absent";
        const list = { ...query, verb: "list" as const, ...(random(2) === 0 && { metadataOnly: true as const }) };
        if (reading.outcome === "found" && random(2) === 0)
          return { ...reading, query: list, warning: "an old version" };
        return outcome === "absent" ? { query, outcome } : { query, outcome, cause: `cause ${run}` };
      });
      const kind = (["cluster", "must-gather", "files"] as const)[random(3)] ?? "cluster";
      const snapshot: Snapshot = {
        takenAt,
        source: { kind, name: "admin@prod", server: "https://h:6443" },
        readings,
        damage: random(3) === 0 ? [{ where: "a.yaml:1:1", cause: "broken" }] : [],
      };
      const file = redactSnapshot(snapshot);
      expect(aggregate(readBack(file))).toEqual(aggregate(snapshot));
      expect(snapshotDocument(redactSnapshot(readBack(file)))).toBe(snapshotDocument(file));
    }
  });

  test("about what was requested, until something else is named", () => {
    const snapshot = readGoldenCase("one-of-two-hyperconvergeds-is-in-the-wrong-namespace");
    const file = readBack(redactSnapshot(snapshot, { namespace: "virtualization" }));
    expect(aggregate(file)).toEqual(aggregate(snapshot, { namespace: "virtualization" }));
    const twice = readBack(redactSnapshot(readBack(redactSnapshot(file, { selector: "a=b" })), { selector: "!c" }));
    expect(twice.request).toEqual({ namespace: "virtualization", selector: "a=b,!c" });
    expect(aggregate(twice).roots).toEqual([]);
    const other = { namespace: "kubevirt-hyperconverged" };
    expect(aggregate(file, other)).toEqual(aggregate(snapshot, other));
  });
});
