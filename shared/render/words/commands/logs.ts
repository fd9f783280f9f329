/** What the user replaces by a context of the cluster: `CONTEXT_OF_PROD-1`. It needs no quotes in a shell. */
export function nameUnknownContext(inventoryCluster: string): string {
  return `CONTEXT_OF_${inventoryCluster.toUpperCase().replace(/[^A-Z0-9-]/g, "_")}`;
}
