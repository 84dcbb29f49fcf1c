// How the level answers light, as cheaply as a pixel can: light is summed at the corners, a pixel is one texture
// read, one shadow read and a product. Colours stay in sRGB all the way, so that a surface in full sun shows the
// colour its author chose; measured in software rendering, three's own lit material costs three times as much.

import * as THREE from 'three';

export const kSun = { azimuth: 0.9, elevation: 0.9 }; // a level's standard sun
export const kSunDirection = new THREE.Vector3(
  Math.cos(kSun.azimuth) * Math.cos(kSun.elevation), Math.sin(kSun.azimuth) * Math.cos(kSun.elevation), Math.sin(kSun.elevation));

/// Weather, for all materials at once: they read it where it is on (use_weather()).
export const kAir = {
  sun_direction: { value: kSunDirection },
  sun: { value: new THREE.Color(1, 1, 1) },
  sky: { value: new THREE.Color(1, 1, 1) },
  horizon: { value: new THREE.Color(1, 1, 1) },
  fog: { value: 0 }, // 1 / m
  wetness: { value: 0 },
  dusk: { value: 0 }, // how much of windows and lamps is lit from within
};
let weather_is_on = false;

/// For all that is drawn and will be; materials without weather do nothing for it.
export function use_weather(on: boolean, scene: THREE.Object3D): void {
  weather_is_on = on;
  scene.traverse((thing) => {
    if (!(thing instanceof THREE.Mesh)) return;
    for (const material of [thing.material as THREE.Material | THREE.Material[]].flat()) {
      if (!(material instanceof THREE.ShaderMaterial) || material.uniforms.horizon === undefined) continue;
      if (on) material.defines.WEATHER = '';
      else delete material.defines.WEATHER;
      material.needsUpdate = true;
    }
  });
}

function defines_of(picture: THREE.Texture | null): Record<string, string> {
  return { ...(picture === null ? {} : { HAS_PICTURE: '' }), ...(weather_is_on ? { WEATHER: '' } : {}) };
}

// fog, as cameras have it
const kFogUniforms = /* glsl */ `
#ifdef WEATHER
  uniform vec3 horizon;
  uniform float fog;
  varying vec3 way; // from the eye: its length is taken for each pixel, as it is no line over a large triangle
#endif
`;

const kVertex = /* glsl */ `
#include <common>
#include <shadowmap_pars_vertex>
uniform vec3 sun_direction;
#ifdef WEATHER
  uniform vec3 sun;
  uniform vec3 sky;
  varying float level;
  varying vec3 way;
#endif
varying vec3 ambient;
varying vec3 sunlight;
varying vec3 tint;
varying vec2 at;
#if NUM_POINT_LIGHTS > 0
  varying vec3 seen_at;
  varying vec3 facing;
#endif
void main() {
  #include <beginnormal_vertex>
  #include <defaultnormal_vertex>
  #include <begin_vertex>
  #include <project_vertex>
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  vec3 up = normalize(mat3(modelMatrix) * normal);
  ambient = mix(vec3(0.46, 0.44, 0.42), vec3(0.60, 0.63, 0.68), 0.5 + 0.5 * up.z);
  sunlight = vec3(0.54, 0.52, 0.47) * max(0.0, dot(up, sun_direction));
  #ifdef WEATHER
    ambient *= sky;
    sunlight *= sun;
    level = smoothstep(0.85, 0.95, up.z);
    way = worldPosition.xyz - cameraPosition;
  #endif
  tint = vec3(1.0);
  #ifdef USE_COLOR
    tint = color;
  #endif
  at = uv;
  #if NUM_POINT_LIGHTS > 0
    seen_at = mvPosition.xyz;
    facing = transformedNormal;
  #endif
}`;

const kFragment = kFogUniforms + /* glsl */ `
#ifdef WEATHER
  uniform float wetness;
  uniform float dusk;
  const vec3 kLamplight = vec3(1.0, 0.81, 0.53);
  varying float level;
#endif
#include <common>
#include <packing>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
uniform sampler2D picture;
uniform vec3 paint;
varying vec3 ambient;
varying vec3 sunlight;
varying vec3 tint;
varying vec2 at;
#if NUM_POINT_LIGHTS > 0
  varying vec3 seen_at;
  varying vec3 facing;
#endif
void main() {
  vec3 base = tint * paint;
  #ifdef HAS_PICTURE
    base *= texture2D(picture, at).rgb;
  #endif
  vec3 light = ambient + sunlight * getShadowMask();
  #if NUM_POINT_LIGHTS > 0
    vec3 up = normalize(facing);
    for (int i = 0; i < NUM_POINT_LIGHTS; i++) {
      vec3 way = pointLights[ i ].position - seen_at;
      light += pointLights[ i ].color * max(0.0, dot(up, normalize(way)))
        * getDistanceAttenuation(length(way), pointLights[ i ].distance, pointLights[ i ].decay);
    }
  #endif
  vec3 seen = base * light;
  #if defined(WEATHER) && defined(LAMP)
    seen = mix(seen, max(base, kLamplight), dusk);
  #endif
  #ifdef WEATHER
    float damp = level * min(1.0, 1.6 * wetness);
    float graze = 1.0 - clamp(-normalize(way).z, 0.0, 1.0);
    seen = mix(seen * (1.0 - 0.3 * damp), horizon, damp * (0.02 + 0.9 * pow(graze, 5.0)));
    seen = mix(horizon, seen, exp(-fog * length(way)));
  #endif
  gl_FragColor = vec4(seen, 1.0);
}`;

/// A lit surface: vertex colours, or a picture times a colour (both sRGB). A lamp is lit from within at dusk.
export function surface(picture: THREE.Texture | null, paint: THREE.Color, lamp = false): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    lights: true,
    vertexColors: picture === null,
    defines: { ...defines_of(picture), ...(lamp ? { LAMP: '' } : {}) },
    uniforms: {
      ...THREE.UniformsUtils.clone(THREE.UniformsLib.lights),
      ...kAir,
      picture: { value: picture },
      paint: { value: paint },
    },
    vertexShader: kVertex,
    fragmentShader: kFragment,
  });
}

/// Exactly the colour given, without light: unlit surfaces, the sky, the far ground.
export function plain(picture: THREE.Texture | null, paint: THREE.Color): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexColors: picture === null,
    defines: defines_of(picture),
    uniforms: { picture: { value: picture }, paint: { value: paint }, ...kAir },
    vertexShader: /* glsl */ `
      #ifdef WEATHER
        varying vec3 way;
      #endif
      varying vec3 tint;
      varying vec2 at;
      void main() {
        tint = vec3(1.0);
        #ifdef USE_COLOR
          tint = color;
        #endif
        at = uv;
        vec4 seen_at = modelViewMatrix * vec4(position, 1.0);
        #ifdef WEATHER
          way = seen_at.xyz;
        #endif
        gl_Position = projectionMatrix * seen_at;
      }`,
    fragmentShader: kFogUniforms + /* glsl */ `
      #ifdef WEATHER
        uniform vec3 sky;
      #endif
      uniform sampler2D picture;
      uniform vec3 paint;
      varying vec3 tint;
      varying vec2 at;
      void main() {
        vec3 base = tint * paint;
        #ifdef HAS_PICTURE
          base *= texture2D(picture, at).rgb;
        #endif
        #ifdef WEATHER
          base = mix(horizon, base * sky, exp(-fog * length(way)));
        #endif
        gl_FragColor = vec4(base, 1.0);
      }`,
  });
}

/// Corners of one sRGB colour.
export function paint_corners(geometry: THREE.BufferGeometry, color: THREE.Color): void {
  const count = geometry.getAttribute('position').count;
  const bytes = new Uint8Array(3 * count);
  const shade = [color.r, color.g, color.b].map((c) => Math.round(255 * Math.min(1, c)));
  for (let i = 0; i < count; ++i) bytes.set(shade, 3 * i);
  geometry.setAttribute('color', new THREE.BufferAttribute(bytes, 3, true));
}
