// How the level answers light, as cheaply as a pixel can: light is summed at the corners, a pixel is one texture
// read, one shadow read and a product. Colours stay in sRGB all the way, so that a surface in full sun shows the
// colour its author chose; measured in software rendering, three's own lit material costs three times as much.

import * as THREE from 'three';

export const kSun = { azimuth: 0.9, elevation: 0.9 }; // a level's standard sun
export const kSunDirection = new THREE.Vector3(
  Math.cos(kSun.azimuth) * Math.cos(kSun.elevation), Math.sin(kSun.azimuth) * Math.cos(kSun.elevation), Math.sin(kSun.elevation));

const kVertex = /* glsl */ `
#include <common>
#include <shadowmap_pars_vertex>
uniform vec3 sun_direction;
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

const kFragment = /* glsl */ `
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
  gl_FragColor = vec4(base * light, 1.0);
}`;

/// A lit surface: vertex colours, or a picture times a colour (both sRGB).
export function surface(picture: THREE.Texture | null, paint: THREE.Color): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    lights: true,
    vertexColors: picture === null,
    defines: picture === null ? {} : { HAS_PICTURE: '' },
    uniforms: {
      ...THREE.UniformsUtils.clone(THREE.UniformsLib.lights),
      sun_direction: { value: kSunDirection },
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
    defines: picture === null ? {} : { HAS_PICTURE: '' },
    uniforms: { picture: { value: picture }, paint: { value: paint } },
    vertexShader: /* glsl */ `
      varying vec3 tint;
      varying vec2 at;
      void main() {
        tint = vec3(1.0);
        #ifdef USE_COLOR
          tint = color;
        #endif
        at = uv;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D picture;
      uniform vec3 paint;
      varying vec3 tint;
      varying vec2 at;
      void main() {
        vec3 base = tint * paint;
        #ifdef HAS_PICTURE
          base *= texture2D(picture, at).rgb;
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
