// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor-core instruction chain per CTA: D = sum over K of A (M x K) times B^T (N x K), D starts at +0.
// All operand rows are bytes: every instruction takes 32 bytes of K.
#include <cstdint>
#include <cuda_runtime.h>
#define FRAG \
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, g = lane >> 2, t = lane & 3;
template <int KIND> __device__ void wg(float (&d)[4], uint32_t (&a)[4], uint64_t b, uint32_t (&h)[2]);
#define WG32(KIND, NAME, TAIL) \
template <> __device__ void wg<KIND>(float (&d)[4], uint32_t (&a)[4], uint64_t b, uint32_t (&)[2]) { \
  asm volatile("wgmma.mma_async.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, %8, 1, 1, 1" TAIL ";\n" \
   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b)); }
#define WG16(KIND, NAME, TAIL) \
template <> __device__ void wg<KIND>(float (&)[4], uint32_t (&a)[4], uint64_t b, uint32_t (&h)[2]) { \
  asm volatile("wgmma.mma_async.sync.aligned." NAME " {%0,%1}, {%2,%3,%4,%5}, %6, 1, 1, 1" TAIL ";\n" \
   : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b)); }
WG32(0, "m64n8k16.f32.f16.f16", ", 0")
WG32(1, "m64n8k16.f32.bf16.bf16", ", 0")
WG32(2, "m64n8k8.f32.tf32.tf32", "")
WG32(3, "m64n8k32.f32.e4m3.e4m3", "")
WG32(4, "m64n8k32.f32.e5m2.e5m2", "")
WG32(5, "m64n8k32.f32.e4m3.e5m2", "")
WG16(6, "m64n8k16.f16.f16.f16", ", 0")
WG16(7, "m64n8k32.f16.e4m3.e4m3", "")
WG16(8, "m64n8k32.f16.e5m2.e5m2", "")
template <int KIND> __global__ void wgk(const uint8_t* A, const uint8_t* B, float* D, int kb, int N) {
  __shared__ alignas(128) uint8_t sb[256];
  FRAG
  const uint8_t* a0 = A + size_t(blockIdx.x * 64 + warp * 16 + g) * kb;
  const uint8_t* a1 = a0 + size_t(8) * kb;
  float d[4] = {0, 0, 0, 0}; uint32_t h[2] = {0, 0};
  uint32_t s = (uint32_t)__cvta_generic_to_shared(sb);
  uint64_t desc = ((uint64_t)(s & 0x3FFFF) >> 4) | ((uint64_t)(128 >> 4) << 16) | ((uint64_t)(128 >> 4) << 32);
  for (int k = 0; k < kb; k += 32) {
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 128) {
      int n = i / 32, byte = i % 32;
      sb[(byte / 16) * 128 + n * 16 + byte % 16] = B[size_t(blockIdx.y * 8 + n) * kb + k + byte];
    }
    asm volatile("fence.proxy.async;\n" ::: "memory");
    __syncthreads();
    uint32_t a[4] = {*(const uint32_t*)(a0 + k + 4 * t), *(const uint32_t*)(a1 + k + 4 * t),
                     *(const uint32_t*)(a0 + k + 16 + 4 * t), *(const uint32_t*)(a1 + k + 16 + 4 * t)};
    asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory");
    wg<KIND>(d, a, desc, h);
    asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;\n" ::: "memory");
  }
  int row = blockIdx.x * 64 + warp * 16 + g, col = blockIdx.y * 8 + 2 * t;
  if (KIND >= 6) {
    uint16_t* H = (uint16_t*)D;
    H[size_t(row) * N + col] = h[0] & 0xFFFF; H[size_t(row) * N + col + 1] = h[0] >> 16;
    H[size_t(row + 8) * N + col] = h[1] & 0xFFFF; H[size_t(row + 8) * N + col + 1] = h[1] >> 16;
  } else {
    D[size_t(row) * N + col] = d[0]; D[size_t(row) * N + col + 1] = d[1];
    D[size_t(row + 8) * N + col] = d[2]; D[size_t(row + 8) * N + col + 1] = d[3];
  }
}
template <int KIND> __device__ void mm(float (&d)[4], uint32_t (&a)[4], uint32_t b0, uint32_t b1);
#define MM(KIND, NAME) \
template <> __device__ void mm<KIND>(float (&d)[4], uint32_t (&a)[4], uint32_t b0, uint32_t b1) { \
  asm volatile("mma.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n" \
   : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); }
MM(0, "m16n8k16.row.col.f32.f16.f16.f32")
MM(1, "m16n8k16.row.col.f32.bf16.bf16.f32")
MM(2, "m16n8k8.row.col.f32.tf32.tf32.f32")
MM(3, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
MM(4, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
template <int KIND> __global__ void mmk(const uint8_t* A, const uint8_t* B, float* D, int kb, int N) {
  FRAG (void)warp;
  const uint8_t* a0 = A + size_t(blockIdx.x * 16 + g) * kb; const uint8_t* a1 = a0 + size_t(8) * kb;
  const uint8_t* b = B + size_t(blockIdx.y * 8 + g) * kb;
  float d[4] = {0, 0, 0, 0};
  for (int k = 0; k < kb; k += 32) {
    uint32_t a[4] = {*(const uint32_t*)(a0 + k + 4 * t), *(const uint32_t*)(a1 + k + 4 * t),
                     *(const uint32_t*)(a0 + k + 16 + 4 * t), *(const uint32_t*)(a1 + k + 16 + 4 * t)};
    mm<KIND>(d, a, *(const uint32_t*)(b + k + 4 * t), *(const uint32_t*)(b + k + 16 + 4 * t));
  }
  int row = blockIdx.x * 16 + g, col = blockIdx.y * 8 + 2 * t;
  D[size_t(row) * N + col] = d[0]; D[size_t(row) * N + col + 1] = d[1];
  D[size_t(row + 8) * N + col] = d[2]; D[size_t(row + 8) * N + col + 1] = d[3];
}
extern "C" int wgmma_chain(int kind, const void* A, const void* B, void* D, int M, int N, int kb) {
  dim3 grid(M / 64, N / 8);
  auto a = (const uint8_t*)A; auto b = (const uint8_t*)B; auto d = (float*)D;
  switch (kind) {
#define C(K) case K: wgk<K><<<grid, 128>>>(a, b, d, kb, N); break;
    C(0) C(1) C(2) C(3) C(4) C(5) C(6) C(7) C(8)
  }
  return (int)cudaDeviceSynchronize();
}
extern "C" int mma_chain(int kind, const void* A, const void* B, void* D, int M, int N, int kb) {
  dim3 grid(M / 16, N / 8);
  auto a = (const uint8_t*)A; auto b = (const uint8_t*)B; auto d = (float*)D;
  switch (kind) {
#define E(K) case K: mmk<K><<<grid, 32>>>(a, b, d, kb, N); break;
    E(0) E(1) E(2) E(3) E(4)
  }
  return (int)cudaDeviceSynchronize();
}
