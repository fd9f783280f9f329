import { describe, expect, test } from "vitest";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { redactSnapshot } from "../../shared/redact/redact-snapshot.ts";
import { snapshotDocument } from "../../shared/render/formats/snapshot-document.ts";
import { credentials } from "./corpus/credentials.ts";
import { fillTemplate, isReadable } from "./corpus/forms.ts";
import { harmlessTexts } from "./corpus/harmless-texts.ts";
import { heldOutCredentials } from "./corpus/held-out-credentials.ts";
import { places } from "./corpus/places.ts";

const forms = credentials.map((template) => fillTemplate(template));
const heldOut = heldOutCredentials.map((template) => fillTemplate(template));

test("the corpus has 200 forms in 18 places, and a third of the forms no rule was written for", () => {
  expect(forms.length + heldOut.length).toBeGreaterThanOrEqual(200);
  expect(heldOut.length / (forms.length + heldOut.length)).toBeGreaterThan(0.3);
  expect(Object.keys(places).length).toBeGreaterThanOrEqual(18);
  for (const form of [...forms, ...heldOut]) {
    expect(form.secrets.length, form.name).toBeGreaterThan(0);
    expect(isReadable(form, form.text), form.name).toBe(true);
  }
});

describe("a text of the cluster says no credential", () => {
  test("of the forms by which the rules were written none", () => {
    expect(forms.filter((form) => isReadable(form, concealText(form.text))).map(({ name }) => name)).toEqual([]);
  });

  // The names of what is left are not printed, so that no rule is written for them.
  test("of the held-out forms at most one in twenty", () => {
    const left = heldOut.filter((form) => isReadable(form, concealText(form.text)));
    expect(left.length / heldOut.length).toBeLessThanOrEqual(0.05);
  });

  test("a concealed text stays the same when it is concealed again", () => {
    for (const { name, text } of [...forms, ...heldOut]) {
      const once = concealText(text);
      expect(concealText(once), name).toBe(once);
    }
  });
});

describe("at most one in twenty credentials is left in a snapshot", () => {
  test.for(Object.keys(places))("as the %s", (place) => {
    for (const some of [forms, heldOut]) {
      const left = some.filter((form) => {
        const snapshot = places[place]?.(form.text);
        return snapshot === undefined || isReadable(form, snapshotDocument(redactSnapshot(snapshot)));
      });
      expect(left.length / some.length).toBeLessThanOrEqual(0.05);
    }
  });
});

test("of 5,000 harmless texts of clusters at most one in a hundred is touched", () => {
  const texts = harmlessTexts();
  expect(texts.length).toBeGreaterThanOrEqual(5_000);
  const touched = texts.filter((text) => concealText(text) !== text);
  expect(touched.length / texts.length, touched.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
});
