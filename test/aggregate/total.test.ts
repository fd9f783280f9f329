import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { planReads } from "../../shared/aggregate/read-plan.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { hcoComponents } from "../../shared/tables/components.ts";
import { randomJson } from "../parse/random-json.ts";
import { aggregateAndPrint } from "../printed.ts";
import { randomFrom } from "../random.ts";
import { printed } from "../render/printed.ts";
import { mostRequests } from "./most-requests.ts";

const schema: object = JSON.parse(readFileSync("shared/model/report.schema.json", "utf8"));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

const kinds = [
  ...hcoComponents.map(
    ({ group, versions, kind, objectName }) => [`${group}/${versions[0]}`, kind, objectName] as const,
  ),
  ["hco.kubevirt.io/v1", "HyperConverged", "kubevirt-hyperconverged"] as const,
  ["apps/v1", "Deployment", "hco-operator"] as const,
  ["v1", "Event", "event"] as const,
];

describe("whatever the objects hold, a Report comes out and every format prints it", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => [seed] as const))("seed %i", async ([seed]) => {
    const random = randomFrom(seed);
    const objects = kinds.map(([apiVersion, kind, name]) => {
      const pieces = { spec: randomJson(random), status: randomJson(random), metadata: randomJson(random) };
      const metadata = typeof pieces.metadata === "object" && pieces.metadata !== null ? pieces.metadata : {};
      const status = {
        ...(pieces.status as object),
        conditions: randomJson(random),
        relatedObjects: randomJson(random),
      };
      return {
        ...pieces,
        status,
        apiVersion,
        kind,
        metadata: { ...metadata, name, namespace: "kubevirt-hyperconverged" },
      };
    });
    const snapshot = snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "random" });
    const report = aggregateAndPrint(snapshot);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(report.verdict).not.toBe("healthy");
    for (const { name } of formatNames) expect(await printed(name, report, { width: 80 })).not.toBe("");
    expect(planReads(snapshot, {}).length).toBeLessThanOrEqual(mostRequests);
  });
});
