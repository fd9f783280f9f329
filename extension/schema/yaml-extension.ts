import { extensions, type TextDocument, workspace } from "vscode";
import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { buildJsonSchema, type SchemaVersion } from "../../shared/schema/json-schema.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";
import { setNewest } from "../platform/newest-entries.ts";

/** The extension that shows a JSON Schema in YAML files, where it is installed and active. */
export interface YamlExtension {
  /** Whether it shows the help for a document, so that the own help stays silent. */
  speaksFor(document: TextDocument): boolean;
  /** Withdraws the schemas. */
  dispose(): void;
}

/** The schema of one kind in a document, in the version that the document names. */
export interface DocumentSchema extends SchemaVersion {
  readonly root: SchemaNode;
}

/** Returns the schemas that apply to the documents of a file. */
type SchemasOfDocument = (document: TextDocument) => readonly DocumentSchema[];

/**
 * Its interface (redhat-developer/vscode-yaml, README, "Extension API"): a provider is registered once under the scheme
 * of its addresses and is never removed.
 */
interface YamlInterface {
  registerContributor(
    scheme: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (uri: string) => string,
  ): boolean;
}

const scheme = "hco-status-schema";

/** Combinations of kinds that are remembered. */
const maxAddresses = 50;

/** What the registered functions use now. The registration outlives a change of the setting. */
let currentSchemas: SchemasOfDocument | undefined;
let isRegistered = false;
const addresses = new Map<string, readonly SchemaVersion[]>();
const numbers = new WeakMap<SchemaNode, number>();
let lastNumber = 0;

/** Offers the schemas as soon as the extension is active. It is never activated from here. */
export function joinYamlExtension(schemas: SchemasOfDocument, failed: (bug: unknown) => void): YamlExtension {
  currentSchemas = schemas;

  function join(): boolean {
    if (isRegistered) return true;
    const yamlExtension = extensions.getExtension<Partial<YamlInterface> | undefined>("redhat.vscode-yaml");
    if (yamlExtension?.isActive !== true || typeof yamlExtension.exports?.registerContributor !== "function")
      return false;
    try {
      isRegistered = yamlExtension.exports.registerContributor(scheme, schemaAddress, schemaContent);
    } catch (bug) {
      failed(bug);
    }
    return isRegistered;
  }

  return {
    speaksFor: ({ languageId }) => languageId === "yaml" && join(),
    dispose() {
      currentSchemas = undefined;
    },
  };
}

/** Returns the address of the schema for a file. Another schema has another address, because contents are cached. */
function schemaAddress(resource: string): string | undefined {
  const document = workspace.textDocuments.find(({ uri }) => uri.toString() === resource);
  const kinds = document === undefined ? [] : (currentSchemas?.(document) ?? []);
  if (kinds.length === 0) return undefined;
  const address = `${scheme}://schema/${kinds.map(({ root }) => schemaNumber(root)).join("-")}`;
  setNewest(addresses, address, kinds, maxAddresses);
  return address;
}

function schemaContent(address: string): string {
  return JSON.stringify(buildJsonSchema(addresses.get(address) ?? [], harmlessLines));
}

function schemaNumber(root: SchemaNode): number {
  const known = numbers.get(root);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(root, lastNumber);
  return lastNumber;
}
