/** The endpoints that a server's own indexes list, as `app/name`. */
export async function servedEndpoints({ url, token }: { url: string; token: string }): Promise<Set<string>> {
  const index = async (path: string) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Token ${token}`, accept: 'application/json' },
    });
    if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}`);
    return Object.keys((await answer.json()) as Record<string, unknown>);
  };
  const apps = ['circuits', 'dcim', 'extras', 'ipam', 'tenancy', 'users', 'virtualization'];
  const names = await Promise.all(
    apps.map(async (app) => (await index(`/api/${app}/`)).map((name) => `${app}/${name}`)),
  );
  return new Set(names.flat());
}
