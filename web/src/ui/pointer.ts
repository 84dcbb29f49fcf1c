// Hands on the picture: drag turns the camera, two fingers or the wheel zoom, a click without a drag is a click on the world.

import type { Session } from '../net/session';
import type { Store } from '../state/store';
import type { Scene } from '../view/scene';

const kClickPx = 5;

export function follow_pointer(canvas: HTMLCanvasElement, scene: Scene, store: Store, session: Session): void {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let spread = 0;
  const share = (event: { clientX: number; clientY: number }): [number, number] =>
    [event.clientX / canvas.clientWidth, event.clientY / canvas.clientHeight];

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = 0;
    spread = 0;
  });
  canvas.addEventListener('pointermove', (event) => {
    const last = fingers.get(event.pointerId);
    if (last === undefined) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled += Math.abs(dx) + Math.abs(dy);
    const rig = scene.rig_at(...share(event));
    const [a, b] = [...fingers.values()];
    if (a !== undefined && b !== undefined) {
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (spread > 0) rig.scroll((spread - now) / 40);
      spread = now;
      rig.drag(dx / 2, dy / 2, true);
    } else if (travelled > kClickPx) {
      rig.drag(dx, dy, event.buttons === 2 || event.shiftKey);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    fingers.delete(event.pointerId);
    if (travelled > kClickPx || store.get().place.room === '' || store.get().room?.mode !== 'live') return;
    const point = scene.pick(...share(event));
    if (point !== null) void session.ask({ type: 'click', point, button: event.button, vehicle: store.get().place.watched });
  });
  canvas.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    scene.rig_at(...share(event)).scroll(Math.sign(event.deltaY));
  }, { passive: false });
}
