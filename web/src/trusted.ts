/** The one place that makes addresses of scripts. Text never becomes HTML anywhere. */

interface Policy {
  createScriptURL(url: string): unknown;
}

interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

const policy = factory?.createPolicy('satdoku', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(url);
    return url;
  },
});

export function scriptUrl(url: string): string {
  return (policy?.createScriptURL(url) ?? url) as string;
}
