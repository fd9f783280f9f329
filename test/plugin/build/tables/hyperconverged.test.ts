import { describe, expect, test } from "vitest";
import {
  alerts as alertTopic,
  components as componentTopic,
  fields as fieldTopic,
} from "../../../../plugin/build/tables/hyperconverged.ts";
import { compileTopic } from "../../../../plugin/build/tables/topic.ts";

const source = "source: https://acme.io";
const component =
  "component: Foo, group: foo.io, kind: Foo, plural: foos, versions: [v1], namespaced: true, objectName: foo, " +
  "versionField: observedVersion, versionVariable: FOO_VERSION, workloadLabel: foo";
const other =
  "component: Bar, group: bar.io, plural: bars, versions: [v1], objectName: bar, versionVariable: BAR_VERSION, " +
  "workloadLabel: bar";
const workloads = `workloads: {operator: foo-operator, names: [foo-api], podSelector: foo, ${source}}`;

function components(...rows: readonly string[]): readonly string[] {
  const text = `components:\n${rows.map((row) => `- {${row}}\n`).join("")}`;
  return compileTopic(componentTopic, { name: "components.yaml", text }).map((module) => module.text);
}

function alerts(row: string): string | undefined {
  return compileTopic(alertTopic, { name: "alerts.yaml", text: `alerts:\n- {${row}}\n` })[0]?.text;
}

function fields(lists: {
  readonly fields?: string;
  readonly gates?: string;
  readonly annotations?: string;
}): string | undefined {
  const text = (["fields", "gates", "annotations"] as const)
    .map((list) => `${list}: [${lists[list] ?? ""}]\n`)
    .join("");
  return compileTopic(fieldTopic, { name: "fields.yaml", text })[0]?.text;
}

describe("a row of YAML is a row of the module, without its source", () => {
  test("a component, and its workloads apart", () => {
    const required = `required: {Deployment: [foo-api]}, services: {foo: foo-api}, ${source}`;
    const [rows, below] = components(
      `${component}, shortNames: [f], enabledBy: [a.b], ${source}, ${workloads.replace(source, required)}`,
    );
    expect(rows).toContain('"enabledBy":[["a","b"]]');
    expect(rows).toContain('"foos.foo.io": ["f"]');
    expect(rows).not.toContain("foo-api");
    expect(below).toContain('{"component":"Foo","kind":"Deployment","name":"foo-api"}');
    expect(below).toContain('"foo": "foo-api"');
    expect(`${rows}${below}`).not.toContain("acme.io");
  });

  test("an alert", () => {
    expect(alerts(`alert: FooDown, sign: {workload: foo, ready: none}, after: 5m, ${source}`)).toContain(
      '{"alert":"FooDown","sign":{"workload":"foo","ready":"none"},"after":"5m"}',
    );
  });

  test("fields, and gates that share a row", () => {
    const row = `drives: [Foo], function: f, ${source}`;
    const text = fields({ fields: `{v1: a.b, ${row}}`, gates: `{gate: [x, y], ${row}}` });
    expect(text).toContain('{"how":"configures","v1":"a.b","drives":["Foo"]}');
    expect(text).toContain('"y": {"how":"gates","drives":["Foo"]}');
  });
});

describe("a mistake is refused with its line", () => {
  test.for([
    {
      title: "a component without a source",
      compile: () => components(component),
      error: "components.yaml:2: must have required property 'source'",
    },
    {
      title: "a component with an unknown key",
      compile: () => components(`${component}, ${source}, plurals: foos`),
      error: 'components.yaml:2: "plurals" must NOT have additional properties',
    },
    {
      title: "a component twice",
      compile: () => components(`${component}, ${source}`, `${component}, ${source}`),
      error: "components.yaml:3: Foo stands twice, first in line 2",
    },
    {
      title: "workloads twice",
      compile: () =>
        components(`${component}, ${source}, ${workloads}`, `${component}, since: [1, 2], ${source}, ${workloads}`),
      error: "components.yaml:3: workloads of Foo stands twice, first in line 2",
    },
    {
      title: "workloads without a source",
      compile: () => components(`${component}, ${source}, ${workloads.replace(`, ${source}`, "")}`),
      error: "components.yaml:2: must have required property 'source'",
    },
    {
      title: "a workload that another component of the same release has",
      compile: () => components(`${component}, ${source}, ${workloads}`, `${other}, ${source}, ${workloads}`),
      error: "components.yaml:3: Foo has the workload foo-operator too",
    },
    {
      title: "a label of workloads that another component of the same release has",
      compile: () =>
        components(
          `${component}, ${source}`,
          `${other.replace("workloadLabel: bar", "workloadLabel: foo")}, ${source}`,
        ),
      error: "components.yaml:3: Foo has the workloadLabel foo too",
    },
    {
      title: "a variable that another component of the same release has",
      compile: () => components(`${component}, ${source}`, `${other.replace("BAR_", "FOO_")}, ${source}`),
      error: "components.yaml:3: Foo has the versionVariable FOO_VERSION too",
    },
    {
      title: "an alert without a source",
      compile: () => alerts("alert: A, sign: {}"),
      error: "alerts.yaml:2: must have required property 'source'",
    },
    {
      title: "an alert with a wrong sign",
      compile: () => alerts(`alert: A, sign: {workload: a, ready: few}, ${source}`),
      error: 'alerts.yaml:2: "few" must be equal to one of the allowed values: none, some, not-all',
    },
    {
      title: "a field without a source",
      compile: () => fields({ fields: "{v1: a, drives: []}" }),
      error: "fields.yaml:1: must have required",
    },
    {
      title: "a field of no version",
      compile: () => fields({ fields: `{drives: [], ${source}}` }),
      error: "fields.yaml:1: must ",
    },
    {
      title: "a field with an unknown key",
      compile: () => fields({ fields: `{v1: a, drives: [], ${source}, hows: x}` }),
      error: '"hows" must NOT',
    },
    {
      title: "a gate twice",
      compile: () => fields({ gates: `{gate: [a], drives: [], ${source}}, {gate: a, drives: [], ${source}}` }),
      error: "fields.yaml:2: a stands twice, first in line 2",
    },
  ])("$title", ({ compile, error }) => {
    expect(compile).toThrow(error);
  });
});

test("components of different releases may have the same names", () => {
  const sameNames = other.replace("workloadLabel: bar", "workloadLabel: foo");
  const rows = [`${component}, until: [1, 9], ${source}`, `${sameNames}, since: [1, 10], ${source}`] as const;
  expect(() => components(...rows)).not.toThrow();
});
