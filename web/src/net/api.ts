// What stands still, over HTTP, always from the page's own host.

import type { BestTime, HttpAnswers, LevelInfo } from './messages';

/// Addresses of this server, with the token when the page was opened with one.
export class Api {
  constructor(private readonly token: string) {}

  url(path: string): string {
    if (this.token === '') return path;
    return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(this.token)}`;
  }

  socket_url(): string {
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${this.url('/ws')}`;
  }

  picture(path: string, width: number): string {
    return this.url(`${path}${path.includes('?') ? '&' : '?'}width=${width}`);
  }

  /// Has the server make what will soon be asked for, and the browser keep it. Its failure is told when it is used.
  fetch_ahead(path: string): void {
    fetch(this.url(path), { priority: 'low' }).then((answer) => answer.arrayBuffer()).catch(() => undefined);
  }

  levels(): Promise<LevelInfo[]> {
    return this.get('/api/levels');
  }

  vehicles(): Promise<HttpAnswers['/api/vehicles']> {
    return this.get('/api/vehicles');
  }

  async best_times(): Promise<BestTime[]> {
    return (await this.get('/api/best_times')).best_times;
  }

  private async get<Path extends keyof HttpAnswers>(path: Path): Promise<HttpAnswers[Path]> {
    const response = await fetch(this.url(path));
    if (response.status === 401) throw new Error('This server asks for a token: open the address that it printed.');
    if (!response.ok) throw new Error((await response.text()) || `The server answered ${response.status}.`);
    return (await response.json()) as HttpAnswers[Path];
  }
}

/// The token of the address, remembered for this tab so that it can leave the address bar.
export function read_token(): string {
  const given = new URLSearchParams(location.search).get('token');
  if (given !== null) sessionStorage.setItem('paddock.token', given);
  return given ?? sessionStorage.getItem('paddock.token') ?? '';
}
