// Bounds a map: the entry that was set longest ago is removed first.

/** Sets `key` as the newest entry of `map`, which keeps at most `most` entries. */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
