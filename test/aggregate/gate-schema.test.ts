import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { acceptableCodes, gateCodes } from "../../shared/model/finding/row.ts";
import reportSchema from "../../shared/model/report.schema.json" with { type: "json" };
import schema from "../../shared/model/upgrade-gate.schema.json" with { type: "json" };
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { readGoldenCase, sentences } from "../golden/recorded.ts";
import { readCaseAsCluster, readFromCluster } from "./gate-situation.ts";

const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true })
  .addSchema(reportSchema)
  .compile(schema);

describe("every answer fits the published schema", () => {
  test.for(sentences)("%s", (sentence) => {
    for (const snapshot of [readGoldenCase(sentence), readFromCluster(readCaseAsCluster(sentence))]) {
      const report = aggregate(snapshot);
      for (const accept of [[], acceptableCodes]) {
        validate(JSON.parse(JSON.stringify(upgradeGate(report, accept))));
        expect(validate.errors).toBeNull();
      }
    }
  });

  test("a document that is no answer does not fit the schema", () => {
    const [sentence = ""] = sentences;
    const answer = upgradeGate(aggregate(readGoldenCase(sentence)));
    for (const wrong of [{ answer: "YES" }, { accepted: ["Nothing"] }, { reasons: [{ code: "Upgradeable" }] }])
      expect(validate({ ...answer, ...wrong })).toBe(false);
  });
});

test("it names the codes that there are", () => {
  expect(reportSchema.$defs.gateCode.enum).toEqual([...gateCodes]);
});
