import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { randomIntegersFrom } from "../random.ts";

const marker = "Hunter2x";

/** What is kept of an object of some kind with this in its spec. */
function redactSpec(spec: object, more: object = {}): string {
  const object = { apiVersion: "x.io/v1", kind: "Thing", metadata: { name: "x", namespace: "n" }, spec, ...more };
  const taken = { takenAt: "2026-11-21T12:00:00Z", source: "x.yaml" };
  return snapshotDocument(redactSnapshot(snapshotOf([object], taken)));
}

describe("wherever a credential may stand, it goes", () => {
  const secret = { kind: "Secret", data: { a: marker }, stringData: { b: marker } };
  const config = { kind: "ConfigMap", data: { a: marker } };
  const rows: [rule: string, spec: object][] = [
    ["a whole Secret or ConfigMap inside another object", { workload: { manifests: [secret, config] } }],
    ["one that is alone there", { forProvider: { manifest: secret } }],
    ["a sealed one", { template: { kind: "SealedSecret", encryptedData: { a: marker } } }],
    ["a manifest as text", { sync: { manifests: [`x: ${marker}`] } }],
    [
      "parameters of every shape",
      {
        parameters: [
          { name: "a", string: marker, array: [marker], map: { a: marker } },
          { name: "b", value: marker, forceString: true },
        ],
      },
    ],
    ["a parameter with a description", { parameters: [{ name: "a", value: marker, description: "d" }] }],
    [
      "a named credential",
      {
        list: [
          { key: "db_password", val: marker },
          { Name: "token", Value: marker },
        ],
      },
    ],
    ...[
      "passwordHash",
      "passwordBase64",
      "pass",
      "creds",
      "clientKeyData",
      "client-key-data",
      "kubeconfigBase64",
      "credentialsJson",
      "privateKeyPem",
      "sshKey",
      "masterKey",
      "accountKey",
      "licenseKey",
      "routingKey",
      "psk",
      "sharedKey",
      "unsealKeys",
      "tokenValue",
      "secretString",
      "secretId",
      "keyring",
      "jwt",
      "customData",
      "pin",
      "bootstrapData",
      "ignitionConfigOverride",
      "AWS_SECRET_ACCESS_KEY",
      "id_rsa",
      ".dockerconfigjson",
      "tls.key",
    ].map((name): [string, object] => [name, { [name]: marker, list: { [name]: { deep: [marker] } } }]),
    ["a file of Ignition", { files: [{ path: "/etc/x", contents: { source: `data:,${marker}` } }] }],
    ["a text of several lines", { any: `a: b\nc: ${marker}` }],
    [
      "all that a command line is given",
      {
        containers: [{ args: ["-p", marker, `-p${marker}`, "--bearer", marker, `--set=a.b=${marker}`] }],
        kernelArgs: `rd.luks.key=${marker}`,
        initScript: `echo ${marker}`,
      },
    ],
    ["headers", { headers: { "X-Any": marker }, extraHeaders: [`X-Any: ${marker}`] }],
    [
      "variables by whatever name",
      { envOverrides: { A: marker }, "extra-env": `A=${marker}`, env_vars: [{ name: "A", value: marker, x: 1 }] },
    ],
    ["values of charts as text", { valuesYaml: `a: ${marker}`, helm: { values: `a: ${marker}` } }],
    ["a patch in YAML", { patches: [{ patch: `- op: add\n  path: /x\n  value: ${marker}` }] }],
    ["the path of a web hook", { webhookConfigs: [{ url: `https://h.example/${marker}` }] }],
    [
      "proxies and addresses without a scheme",
      {
        a: `user:${marker}@proxy:3128`,
        b: `u:${marker}@tcp(h)/d`,
        c: `//u:${marker}@h/s`,
        d: `http://u:p/${marker}@h`,
      },
    ],
  ];
  test.for(rows)("%s", ([, spec]) => {
    expect(redactSpec(spec)).not.toContain(marker);
  });

  const annotations: [annotation: string, value: string][] = [
    ["vault.hashicorp.com/agent-inject-template-db", `{{ with x }} ${marker}`],
    ["nginx.ingress.kubernetes.io/server-snippet", `if ($arg_x != ${marker}) {}`],
    ["x/copy", `kind: Secret\nstringData:\n  pin: ${marker}`],
    ["x/url", `https://h.example/c?sv=1&sig=${marker}`],
    ["x/api-key", marker],
  ];
  test.for(annotations)("annotation %s", ([name, value]) => {
    const metadata = { name: "x", annotations: { [name]: value, "x/revision": "3" } };
    const written = redactSpec({}, { metadata });
    expect(written).not.toContain(marker);
    expect(written).toContain('"x/revision": "3"');
  });
});

test("what says where a credential is stays, and so does what a report counts or selects by", () => {
  const spec = {
    env: [{ name: "A", valueFrom: { secretKeyRef: { name: "s", key: "password", optional: true } } }],
    secret: { secretName: "s", items: [{ key: "k", path: "p", mode: 1 }] },
    imagePullSecrets: [{ name: "s" }],
    tokenTTL: "1h",
    passwordFile: "/f",
    topologyKey: "zone",
    tolerations: [{ key: "token", operator: "Equal", value: "x" }],
    hard: { secrets: "10" },
    image: "quay.io/kubevirt/virt-api:v1.2@sha256:0123456789abcdef",
    description: "a\nb",
  };
  const { tolerations: _, ...stays } = spec;
  expect(JSON.parse(redactSpec(stays)).items[0].spec).toEqual(stays);
});

describe("a text is concealed by what marks its credential", () => {
  const rows: [text: string, concealed: string][] = [
    ['spec.password: Invalid value: "a": too short', 'spec.password: Invalid value: "REDACTED": too short'],
    ["spec.password: Required value", "spec.password: Required value"],
    ["password is hunter2", "password is REDACTED"],
    ['password "a b" wrong', 'password "REDACTED" wrong'],
    ["password authentication failed", "password authentication failed"],
    ["api key abc123", "api key REDACTED"],
    ['["mysql" "-pX1" "--password" "X"]', '["mysql" "-pREDACTED" "--password" "REDACTED"]'],
    ['{Name:"DB_PASSWORD", Value:"X"}', '{Name:"DB_PASSWORD", Value:"REDACTED"}'],
    ["curl -u admin:X http://h", "curl -u admin:REDACTED http://h"],
    ["http://h/?sig=a&code=b&auth=c", "http://h/?sig=REDACTED&code=REDACTED&auth=REDACTED"],
    ["AccountKey=a;passcode=b pw=c", "AccountKey=REDACTED;passcode=REDACTED pw=REDACTED"],
    ["password = a b", "password = REDACTED"],
    ["hvs.abcdefghijklmnop", "REDACTED"],
    ["https://hooks.slack.com/services/T/B/x", "https://hooks.slack.com/REDACTED"],
    ['{"args":["--token","x"]}', '{"args":["--token","REDACTED"]}'],
    ["exit code=137, flag -port 80", "exit code=137, flag -port 80"],
    ["quay.io/x/y:v1@sha256:00ff", "quay.io/x/y:v1@sha256:00ff"],
  ];
  test.for(rows)("%s", ([text, concealed]) => {
    expect(concealText(text)).toBe(concealed);
    expect(concealText(concealed)).toBe(concealed);
  });
});

/** What the operator puts before a component's own words, and nothing. */
const prefixes = hcoProfile.components
  .map(({ kind }) => kind)
  .flatMap((name) => ["degraded", "progressing", "not upgradeable", "not available"].map((so) => `${name} is ${so}: `));

test("a text says the same behind the operator's words as without them", () => {
  const pieces = [
    "password",
    "token",
    "secret: ",
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
    "name",
    "--",
    "-p",
    "-u ",
    "x1",
    " ",
    "\n",
    "{",
    "}",
    "[",
    ",",
    "key",
    "value",
    "eyJhbGci",
    ".",
    "Invalid value: ",
    "a:b",
    "?",
    "&",
    "sig",
    "hvs.abcdefghijk",
    "abcdef0123456",
    "REDACTED",
    "token: abc\nfoo",
    '{"auth":"x"}',
    "api key ",
  ];
  const random = randomIntegersFrom(5);
  for (let run = 0; run < 30_000; run += 1) {
    const text = Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join("");
    const prefix = prefixes[random(prefixes.length)] ?? "";
    const once = concealText(text);
    expect(concealText(once), JSON.stringify(text)).toBe(once);
    expect(concealText(`${prefix}${text}`), JSON.stringify(text)).toBe(`${prefix}${once}`);
  }
});

test("a component's message with a credential is no drift where the operator repeats it", () => {
  const snapshot = readGoldenCase("cdi-is-degraded-without-a-message-and-its-controller-crashes");
  for (const message of ['{"auth":"x"}', '{"args":["--token","x"]}', "token: abc\nfoo", "password: x"]) {
    const readings = snapshot.readings.map((reading) =>
      reading.outcome === "found"
        ? { ...reading, objects: reading.objects.map((each) => sayInStatus(each, message)) }
        : reading,
    );
    const whole = { ...snapshot, readings };
    const drifts = (one: Snapshot): unknown => aggregate(one).roots.map(({ drift }) => drift);
    expect(JSON.stringify(whole)).toContain(JSON.stringify(`CDI is degraded: ${message}`));
    expect(drifts(redactSnapshot(whole))).toEqual(drifts(whole));
  }
});

/** The object with these words for what is amiss with CDI. */
function sayInStatus(object: KubeObject, said: string): KubeObject {
  const before = "CDI is degraded: ";
  const change = (key: string, value: unknown): unknown => {
    if (key !== "conditions" || !Array.isArray(value)) return value;
    return value.map((each: { readonly type: string; readonly message?: string }) => {
      if (object.ref.kind === "CDI" && each.type === "Degraded") return { ...each, message: said };
      return each.message?.startsWith(before.trim()) ? { ...each, message: `${before}${said}` } : each;
    });
  };
  return toObject(JSON.parse(JSON.stringify(object.raw), (key, value) => change(key, value)));
}
