/* Lets picamera2 and libcamera's virtual camera work on kernels without DMA heaps.
 *
 * They keep frames in memory from /dev/dma_heap/linux,cma. A memfd can be mapped and passed on just as
 * well, so this library, loaded before libc, opens /dev/null in place of the heap, gives memfds where a
 * buffer is asked of it, and lets the calls that name buffers or keep caches in step succeed. For tests.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAP "/dev/dma_heap/linux,cma"

typedef int open_call(const char *, int, ...);
typedef int ioctl_call(int, unsigned long, ...);

static int open_as(const char *name, const char *path, int flags, mode_t mode)
{
	open_call *call = (open_call *)dlsym(RTLD_NEXT, name);

	return call(path && !strcmp(path, HEAP) ? "/dev/null" : path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list more;

	va_start(more, flags);
	mode_t mode = va_arg(more, mode_t);
	va_end(more);
	return open_as("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list more;

	va_start(more, flags);
	mode_t mode = va_arg(more, mode_t);
	va_end(more);
	return open_as("open64", path, flags, mode);
}

static int give_memory(struct dma_heap_allocation_data *asked)
{
	int file = memfd_create("frame", MFD_CLOEXEC);

	if (file < 0)
		return -1;
	if (ftruncate(file, asked->len)) {
		close(file);
		return -1;
	}
	asked->fd = file;
	return 0;
}

int ioctl(int file, unsigned long request, ...)
{
	va_list more;

	va_start(more, request);
	void *what = va_arg(more, void *);
	va_end(more);
	if (request == DMA_HEAP_IOCTL_ALLOC)
		return give_memory(what);
	if (request == DMA_BUF_IOCTL_SYNC || request == DMA_BUF_SET_NAME_A || request == DMA_BUF_SET_NAME_B)
		return 0;
	return ((ioctl_call *)dlsym(RTLD_NEXT, "ioctl"))(file, request, what);
}
