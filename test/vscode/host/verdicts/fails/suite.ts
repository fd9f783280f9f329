import assert from "node:assert/strict";
import { describe, it } from "mocha";

describe("a suite", () => {
  it("passes once", () => {});
  it("fails once", () => assert.equal(1 + 1, 3));
});
