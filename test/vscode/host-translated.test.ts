import { afterAll } from "vitest";
import { describeHost } from "./describe-host.ts";
import { inertExtension } from "./inert-extension.ts";

// The suite activates the extension itself.
const inert = inertExtension("de");
afterAll(() => inert.remove());

await describeHost({ suite: "translated", extension: inert.folder, locale: "de" });
