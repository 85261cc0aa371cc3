internal import CCurl
internal import CNetBridge
internal import Values

/// One libcurl easy handle with all that must live as long; belongs to the loop's thread.
///
/// The handle must have left its multi handle before this is released.
final class CurlEasy {
    /// What curl calls back into; set before the transfer starts.
    var judge: (IPAddress) -> Bool = { _ in false }
    var takeBody: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    var takeHeader: (UnsafeRawBufferPointer) -> Bool = { _ in true }

    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private let guardBox: UnsafeMutablePointer<herald_curl_guard>
    private let errorText: UnsafeMutablePointer<CChar>

    /// libcurl gave no handle: it is not installed, or memory is out.
    static var missingLibrary: HeraldError {
        let reason = String(cString: herald_curl_failure())
        return HeraldError(
            .failed,
            reason.isEmpty ? "out of memory" : "the network cannot be used: \(reason)",
            hint: reason.isEmpty ? nil : "install libcurl4"
        )
    }

    init?() {
        guard let handle = herald_curl_easy_init() else { return nil }
        self.handle = handle
        guardBox = .allocate(capacity: 1)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        let me = Unmanaged.passUnretained(self).toOpaque()
        guardBox.initialize(
            to: herald_curl_guard(
                judge: { context, bytes, length in
                    guard let easy = curlEasy(context),
                        let address = IPAddress(UnsafeBufferPointer(start: bytes, count: length))
                    else { return false }
                    return easy.judge(address)
                },
                context: me
            )
        )
        herald_curl_set_guard(handle, guardBox)
        herald_curl_on_body(
            handle,
            { bytes, size, count, context in
                guard let easy = curlEasy(context) else { return 0 }
                return easy.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            },
            me
        )
        herald_curl_on_header(
            handle,
            { bytes, size, count, context in
                guard let easy = curlEasy(context) else { return 0 }
                return easy.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            },
            me
        )
        herald_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        setCommonOptions()
    }

    deinit {
        herald_curl_easy_cleanup(handle)
        herald_curl_slist_free_all(headers)
        herald_curl_slist_free_all(addresses)
        guardBox.deallocate()
        errorText.deallocate()
    }

    private func setCommonOptions() {
        set(CURLOPT_NOSIGNAL, 1)
        // Without this, giving up during a slow name look-up waits for it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_USERAGENT, "herald/1")
    }

    func set(_ option: CURLoption, _ value: Int) { herald_curl_set_long(handle, option, value) }
    func set(_ option: CURLoption, _ value: String) { herald_curl_set_string(handle, option, value) }
    func setOffset(_ option: CURLoption, _ value: Int) { herald_curl_set_offset(handle, option, curl_off_t(value)) }

    func setBody(_ body: [UInt8]) {
        body.withUnsafeBytes { _ = herald_curl_set_body(handle, $0.baseAddress, $0.count) }
    }

    /// Replaces the request's headers.
    func set(headers lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        // Only running out of memory gives nil; the list so far then stays and the transfer goes without the rest.
        for line in lines { list = herald_curl_slist_append(list, line) ?? list }
        herald_curl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
        herald_curl_slist_free_all(headers)
        headers = list
    }

    /// Takes the addresses of a host from somebody else than the system.
    func resolve(_ target: NetworkTarget, by resolver: LoopSettings.Resolver?) {
        guard let resolver, addresses == nil, target.address == nil else { return }
        let line = "+\(target.hostAndPort):\(resolver(target.host).joined(separator: ","))"
        addresses = herald_curl_slist_append(nil, line)
        herald_curl_set_pointer(handle, CURLOPT_RESOLVE, addresses)
    }

    var status: Int { Int(herald_curl_long(handle, CURLINFO_RESPONSE_CODE)) }
    var systemError: Int32 { Int32(truncatingIfNeeded: herald_curl_long(handle, CURLINFO_OS_ERRNO)) }
    var socket: Int32 { herald_curl_socket(handle) }
    /// What libcurl says about a failure, empty when it says nothing.
    var failureText: String { String(cString: errorText) }
}

/// The object behind a callback's context; a C callback may not name a static of its own type.
private func curlEasy(_ context: UnsafeMutableRawPointer?) -> CurlEasy? {
    context.map { Unmanaged<CurlEasy>.fromOpaque($0).takeUnretainedValue() }
}
