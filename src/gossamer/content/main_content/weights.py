"""The chance that a block is main content: regression trees written by bench/train_main_content.py, not by hand."""

from __future__ import annotations

from math import exp

from gossamer.content.main_content.features import Facts, Row

_SURE = 1.2


def chances(known: Facts) -> list[float]:
    """Return the chance for each block; clear cases end after the first trees."""
    (
        page_text,
        page_density,
        page_prose,
        page_blocks,
        page_repeat_share,
        page_prices,
    ) = known.page
    result = []
    last: Row = ()
    for section, (
        text,
        link_density,
        stops,
        ended,
        tag,
        near,
        far,
    ), (
        next_text,
        window_text,
        window_density,
        window_stops,
    ), (
        like_count,
        like_share,
        like_distinct,
        copy,
    ), (
        since_heading,
        heading_level,
        since_related,
        since_talk,
    ), (
        place,
        since_title,
    ) in known.rows:
        if section is not last:
            (
                s1_text,
                s2_text,
                s3_text,
                s3_density,
                s3_blocks,
                s5_share,
                s5_density,
                prose_share,
                depth,
                scope,
                repeat_share,
                repeat_text,
                outer_share,
                outer_text,
                core_up,
                core_down,
                core_side,
                bulk_up,
                bulk_down,
                bulk_side,
                title_up,
                title_down,
                title_side,
            ) = last = section
        score = (
            (
                (
                    (-0.151 if bulk_side <= 0 else (-0.126 if like_distinct <= 0.33514 else 0.133))
                    if bulk_side <= 0
                    else (0.466 if core_up <= 0 else (-0.261 if like_count <= 251 else 0.568))
                )
                if prose_share <= 0.57258
                else (
                    ((-0.085 if near & 2097152 else 0.550) if copy <= 1 else -0.149)
                    if core_up <= 0
                    else ((0.098 if page_prose <= 0.71293 else 0.409) if bulk_side <= 0 else -0.105)
                )
            )
            + (
                (
                    (-0.097 if window_stops <= 25 else 0.200)
                    if bulk_down <= 2
                    else (-0.044 if far & 72057594037927936 else (-0.396 if far & 1 else -0.219))
                )
                if ended <= 0
                else (
                    ((-0.378 if title_side <= 0 else 0.099) if place <= 0.77636 else -0.141)
                    if s1_text <= 595
                    else (
                        (-0.213 if s1_text <= 2633 else 0.296)
                        if since_talk <= 100
                        else (0.332 if since_talk <= 164 else 0.148)
                    )
                )
            )
            + (
                (
                    (-0.136 if ended <= 0 else (0.273 if page_text <= 3674 else 0.003))
                    if s1_text <= 296
                    else (
                        (0.259 if depth <= 20 else -0.101)
                        if since_title <= 72
                        else (-0.208 if s3_density <= 0.014808 else 0.060)
                    )
                )
                if core_up <= 0
                else (
                    (-0.116 if far & 288230376151711744 else (-0.220 if title_up <= 3 else -0.342))
                    if outer_share <= 0.65828
                    else (0.230 if core_up <= 5 else -0.055)
                )
            )
            + (
                (
                    (-0.338 if title_side <= 0 else (-0.241 if like_distinct <= 0.33514 else -0.032))
                    if bulk_side <= 0
                    else (-0.312 if since_talk <= 451 else 0.052)
                )
                if prose_share <= 0.73634
                else (
                    (-0.465 if near & 64 else (-0.313 if like_distinct <= 0.34164 else 0.196))
                    if page_prices <= 1
                    else (
                        (0.014 if s3_blocks <= 358 else -0.647)
                        if title_down <= 9
                        else (-0.047 if place <= 0.42988 else -0.358)
                    )
                )
            )
            + (
                (
                    ((-0.066 if window_text <= 221 else 0.135) if core_side <= 0 else -0.109)
                    if since_heading <= 1
                    else (-0.241 if like_share <= 0.031182 else (-0.014 if s3_density <= 0.12179 else -0.180))
                )
                if like_share <= 0.25512
                else (
                    (
                        (-0.837 if since_title <= 7 else 0.093)
                        if near & 144115188075855872
                        else (0.286 if since_title <= 32 else 0.129)
                    )
                    if link_density <= 0.78405
                    else (-0.246 if core_side <= 0 else 0.169)
                )
            )
            + (
                (
                    ((-0.463 if far & 8589934592 else 0.019) if copy <= 1 else (-0.230 if like_count <= 105 else 0.348))
                    if bulk_up <= 0
                    else ((-0.216 if like_share <= 0.019553 else 0.008) if core_side <= 0 else -0.260)
                )
                if like_share <= 0.25512
                else (
                    ((-0.366 if near & 64 else 0.191) if copy <= 1 else -0.212)
                    if tag <= 28
                    else (-0.533 if s5_share <= 0.75786 else 0.090)
                )
            )
            + (
                (
                    (
                        (-0.181 if far & 144115188075855872 else 0.209)
                        if core_up <= 0
                        else (0.278 if near & 288230376151711744 else -0.307)
                    )
                    if s3_text <= 50717
                    else -0.486
                )
                if core_down <= 0
                else (
                    ((-0.157 if page_text <= 9743 else -0.277) if outer_share <= 0.95863 else 0.198)
                    if since_talk <= 102
                    else (
                        (-0.261 if title_side <= 0 else 0.023)
                        if bulk_side <= 0
                        else (0.252 if core_up <= 0 else -0.218)
                    )
                )
            )
            + (
                (
                    (0.137 if scope <= 0 else -0.097)
                    if near & 72057594037927936
                    else (
                        (-0.052 if window_density <= 0.074083 else -0.177)
                        if like_count <= 21
                        else (0.119 if page_prose <= 0.30215 else -0.052)
                    )
                )
                if ended <= 0
                else (
                    ((0.207 if bulk_up <= 0 else -0.008) if page_blocks <= 63 else (-0.266 if far & 2097152 else 0.010))
                    if s1_text <= 5718
                    else (0.234 if s1_text <= 48399 else -0.251)
                )
            )
            + (
                (
                    (
                        (0.448 if far & 274877906944 else 0.062)
                        if page_prose <= 0.029718
                        else (-0.233 if far & 68719476736 else -0.033)
                    )
                    if title_up <= 5
                    else (0.089 if page_density <= 0.049349 else (-0.233 if outer_share <= 0.73515 else -0.022))
                )
                if window_text <= 560
                else (
                    -0.244
                    if like_distinct <= 0.5159
                    else (
                        (-0.124 if window_text <= 2530 else -0.834)
                        if near & 4
                        else (0.104 if s3_density <= 0.22292 else -0.090)
                    )
                )
            )
        )
        if -_SURE < score < _SURE:
            score += (
                (
                    (
                        -0.222
                        if like_distinct <= 0.11921
                        else (
                            (0.160 if page_prices <= 5 else -0.087)
                            if core_up <= 0
                            else (-0.046 if prose_share <= 0.89319 else 0.138)
                        )
                    )
                    if since_heading <= 2
                    else (
                        (
                            (-0.268 if near & 2097152 else 0.064)
                            if since_heading <= 11
                            else (-0.108 if depth <= 16 else 0.084)
                        )
                        if s3_density <= 0.19598
                        else (-0.248 if far & 1 else (-0.167 if core_up <= 2 else -0.010))
                    )
                )
                + (
                    (
                        (
                            (0.324 if repeat_text <= 634.05 else -0.049)
                            if far & 536870912
                            else (-0.260 if like_share <= 0.30034 else 0.229)
                        )
                        if near & 32768
                        else (
                            (-0.018 if near & 72057594037927936 else -0.146)
                            if like_share <= 0.012759
                            else (-0.363 if near & 2048 else 0.018)
                        )
                    )
                    if like_share <= 0.5143
                    else (
                        -0.145
                        if like_count <= 2
                        else (-0.440 if near & 268435456 else (0.227 if page_text <= 22609 else 0.026))
                    )
                )
                + (
                    (
                        ((-0.028 if like_distinct <= 0.88069 else 0.150) if place <= 0.71718 else -0.013)
                        if title_up <= 6
                        else (-0.443 if page_text <= 5258 else 0.031)
                    )
                    if since_heading <= 1
                    else (
                        ((0.103 if near & 137438953472 else -0.094) if link_density <= 0.65747 else -0.247)
                        if like_count <= 4
                        else (
                            (0.163 if place <= 0.74968 else -0.075)
                            if repeat_text <= 50.767
                            else (0.028 if heading_level <= 2 else -0.099)
                        )
                    )
                )
                + (
                    (
                        (
                            (-0.368 if page_blocks <= 290 else 0.246)
                            if near & 64
                            else (0.089 if bulk_up <= 7 else -0.255)
                        )
                        if copy <= 1
                        else (-0.200 if page_blocks <= 381 else 0.177)
                    )
                    if tag <= 1
                    else (
                        ((0.149 if near & 4398046511104 else -0.021) if tag <= 30 else -0.354)
                        if bulk_up <= 0
                        else ((0.138 if core_up <= 0 else -0.147) if since_talk <= 458 else 0.271)
                    )
                )
                + (
                    (
                        -0.022
                        if far & 16
                        else (-0.040 if near & 8796093022208 else (-0.063 if next_text <= 2 else -0.303))
                    )
                    if far & 2147483648
                    else (
                        (
                            (-0.110 if window_text <= 182 else 0.109)
                            if page_prices <= 1
                            else (0.018 if title_down <= 13 else -0.326)
                        )
                        if since_heading <= 1
                        else ((-0.244 if near & 512 else -0.002) if tag <= 28 else (-0.365 if far & 65536 else -0.056))
                    )
                )
                + (
                    (
                        -0.355
                        if page_blocks <= 82
                        else ((0.138 if s5_density <= 0.14042 else -0.095) if page_blocks <= 99 else -0.283)
                    )
                    if far & 8589934592
                    else (
                        (
                            (0.162 if page_blocks <= 101 else 0.051)
                            if far & 288230376151711744
                            else (-0.258 if place <= 0.0099905 else 0.006)
                        )
                        if place <= 0.58222
                        else (
                            (-0.249 if s5_density <= 0.26804 else 0.159)
                            if far & 2097152
                            else (-0.029 if s2_text <= 48399 else -0.467)
                        )
                    )
                )
                + (
                    (-0.009 if far & 70368744177664 else (-0.096 if far & 256 else -0.314))
                    if far & 8589934592
                    else (
                        (
                            (-0.059 if text <= 207 else 0.068)
                            if like_count <= 2
                            else (-0.054 if since_title <= 0 else 0.113)
                        )
                        if since_title <= 52
                        else (
                            (0.216 if s2_text <= 42 else 0.032)
                            if page_prose <= 0.3072
                            else (-0.096 if s2_text <= 11835 else 0.075)
                        )
                    )
                )
                + (
                    (
                        (-0.068 if depth <= 8 else 0.240)
                        if page_density <= 0.074795
                        else (0.028 if page_prose <= 0.025178 else (-0.125 if core_up <= 0 else -0.292))
                    )
                    if near & 1
                    else (
                        (-0.274 if far & 8589934592 else (0.032 if scope <= 0 else -0.066))
                        if place <= 0.91351
                        else (
                            (-0.252 if page_blocks <= 203 else -0.124)
                            if repeat_share <= 0.050476
                            else (-0.060 if page_blocks <= 381 else 0.258)
                        )
                    )
                )
                + (
                    (
                        (-0.234 if title_side <= 0 else (-0.006 if window_density <= 0.48231 else -0.112))
                        if since_related <= 106
                        else (
                            (-0.026 if window_text <= 2530 else -0.456)
                            if far & 4
                            else (-0.192 if near & 524288 else 0.058)
                        )
                    )
                    if copy <= 1
                    else (
                        (-0.099 if page_blocks <= 332 else (0.234 if core_down <= 11 else -0.200))
                        if far & 137438953472
                        else (-0.119 if page_repeat_share <= 0.7254 else -0.253)
                    )
                )
            )
            if -_SURE < score < _SURE:
                score += (
                    (
                        (
                            ((0.140 if depth <= 11 else -0.213) if core_down <= 5 else 0.349)
                            if page_prose <= 0.029718
                            else (
                                (-0.191 if page_density <= 0.017776 else 0.068)
                                if since_heading <= 1
                                else (-0.007 if window_stops <= 67 else -0.197)
                            )
                        )
                        if title_up <= 5
                        else (
                            0.103
                            if page_density <= 0.057133
                            else (
                                (0.085 if since_heading <= 26 else -0.218)
                                if place <= 0.40689
                                else (-0.422 if page_density <= 0.068162 else -0.143)
                            )
                        )
                    )
                    + (
                        (
                            (-0.231 if title_down <= 0 else 0.026)
                            if title_up <= 2
                            else (
                                (-0.167 if page_repeat_share <= 0.58208 else 0.167)
                                if far & 268435456
                                else (0.171 if window_text <= 42 else -0.242)
                            )
                        )
                        if since_talk <= 101
                        else (
                            ((-0.146 if page_text <= 8949 else 0.252) if page_text <= 13040 else -0.366)
                            if far & 68719476736
                            else (-0.284 if far & 2147483648 else (-0.093 if far & 2048 else 0.036))
                        )
                    )
                    + (
                        (
                            (-0.186 if page_text <= 6967 else 0.692)
                            if title_up <= 1
                            else (0.095 if far & 34359738368 else -0.242)
                        )
                        if title_side <= 0
                        else (
                            (
                                (-0.197 if page_text <= 9838 else 0.277)
                                if tag <= 0
                                else (-0.176 if s3_density <= 0.99971 else 0.035)
                            )
                            if like_distinct <= 0.15089
                            else (
                                (-0.028 if since_heading <= 2 else -0.218)
                                if near & 4096
                                else (0.004 if outer_share <= 0.7293 else 0.086)
                            )
                        )
                    )
                    + (
                        (
                            (-0.351 if s5_density <= 0.076573 else (0.133 if scope <= 0 else -0.315))
                            if near & 64
                            else (
                                (-0.222 if since_talk <= 282 else 0.087)
                                if near & 2048
                                else (0.013 if stops <= 48 else -0.163)
                            )
                        )
                        if s3_blocks <= 391
                        else (
                            (-0.288 if stops <= 1 else -0.718)
                            if page_text <= 31096
                            else ((-0.408 if far & 16777216 else -0.051) if s3_blocks <= 426 else 0.165)
                        )
                    )
                    + (
                        (
                            (
                                (-0.109 if repeat_text <= 308.0 else 0.099)
                                if place <= 0.41655
                                else (-0.287 if bulk_down <= 7 else 0.179)
                            )
                            if far & 68719476736
                            else (-0.253 if far & 2147483648 else (0.021 if stops <= 48 else -0.158))
                        )
                        if place <= 0.81089
                        else (
                            ((-0.025 if core_up <= 3 else -0.214) if s3_density <= 0.087069 else -0.228)
                            if outer_share <= 0.084012
                            else (-0.044 if s5_share <= 0.43 else 0.055)
                        )
                    )
                    + (
                        (
                            (-0.252 if far & 1073741824 else (-0.043 if like_count <= 2 else 0.036))
                            if ended <= 0
                            else ((0.065 if window_text <= 1564 else -0.185) if text <= 517 else 0.201)
                        )
                        if page_text <= 10645
                        else (
                            (-0.901 if heading_level <= 1 else -0.150)
                            if near & 140737488355328
                            else (
                                (-0.120 if page_repeat_share <= 0.65828 else 0.000)
                                if s1_text <= 574
                                else (-0.120 if s5_density <= 0.014428 else 0.059)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.009 if stops <= 44 else -0.193)
                                if s1_text <= 5718
                                else (0.129 if since_title <= 298 else -0.250)
                            )
                            if s2_text <= 51509
                            else (0.177 if since_title <= 22 else -0.554)
                        )
                        if copy <= 1
                        else (
                            (
                                (0.005 if repeat_text <= 55.071 else -0.105)
                                if repeat_text <= 458.71
                                else (0.064 if text <= 237 else 0.479)
                            )
                            if repeat_text <= 537.96
                            else (-0.150 if text <= 34 else -0.280)
                        )
                    )
                    + (
                        (
                            ((-0.200 if title_up <= 3 else 0.233) if core_up <= 2 else 0.244)
                            if since_title <= 29
                            else (0.117 if near & 32768 else (-0.393 if page_blocks <= 337 else 0.106))
                        )
                        if near & 524288
                        else (
                            (0.227 if title_up <= 1 else -0.191)
                            if title_side <= 0
                            else (
                                (-0.027 if stops <= 0 else 0.081)
                                if since_title <= 28
                                else (-0.066 if page_blocks <= 135 else 0.012)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.018 if far & 2 else 0.129)
                                if page_text <= 12436
                                else (-0.034 if scope <= 5 else -0.415)
                            )
                            if s3_density <= 0.0053276
                            else ((-0.135 if like_share <= 0.004482 else -0.014) if heading_level <= 3 else -0.112)
                        )
                        if like_share <= 0.52634
                        else (
                            -0.231
                            if far & 64
                            else (
                                (0.152 if s1_text <= 51044 else -0.323)
                                if repeat_share <= 0.99408
                                else (0.049 if text <= 2280 else -0.477)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (-0.108 if page_prose <= 0.56417 else 0.027)
                                if far & 268435456
                                else (-0.045 if far & 70368744177664 else -0.280)
                            )
                            if repeat_text <= 1877.0
                            else 0.032
                        )
                        if far & 8589934592
                        else (
                            ((-0.084 if since_title <= 0 else -0.003) if since_title <= 3 else -0.358)
                            if near & 68719476736
                            else (
                                (-0.085 if far & 16 else 0.041)
                                if link_density <= 0.085673
                                else (0.097 if far & 72057594037927936 else -0.066)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.212 if near & 2048 else 0.019) if bulk_down <= 6 else (-0.014 if far & 1 else -0.302))
                            if page_blocks <= 350
                            else ((0.127 if page_blocks <= 501 else 0.442) if copy <= 2 else -0.114)
                        )
                        if far & 2048
                        else (
                            -0.314
                            if far & 1125899906842624
                            else (
                                (-0.054 if far & 268435456 else -0.269)
                                if near & 17592186044416
                                else (-0.119 if near & 524288 else 0.016)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.045 if repeat_text <= 263.42 else -0.269)
                                if page_density <= 0.017776
                                else (-0.013 if next_text <= 12 else 0.080)
                            )
                            if link_density <= 0.18527
                            else (-0.141 if page_density <= 0.26012 else (-0.133 if since_title <= 1 else 0.064))
                        )
                        if since_title <= 59
                        else (
                            -0.012
                            if text <= 401
                            else (
                                (-0.161 if s5_density <= 0.040638 else 0.040)
                                if s5_density <= 0.13638
                                else (-0.445 if link_density <= 0.0254 else -0.012)
                            )
                        )
                    )
                    + (
                        (
                            ((-0.002 if since_heading <= 19 else -0.079) if text <= 2280 else -0.291)
                            if window_stops <= 136
                            else ((0.466 if page_density <= 0.021842 else 0.262) if heading_level <= 2 else 0.080)
                        )
                        if like_count <= 21
                        else (
                            (
                                (0.171 if next_text <= 7 else 0.001)
                                if core_down <= 7
                                else (0.279 if title_down <= 9 else 0.053)
                            )
                            if page_prices <= 74
                            else (-0.352 if like_count <= 155 else 0.203)
                        )
                    )
                    + (
                        (
                            ((-0.028 if like_share <= 0.06565 else 0.139) if repeat_text <= 2567.5 else -0.413)
                            if s3_density <= 0.045285
                            else (
                                (-0.014 if page_text <= 12267 else -0.189)
                                if like_share <= 0.024059
                                else (-0.013 if page_blocks <= 33 else -0.219)
                            )
                        )
                        if like_count <= 1
                        else (
                            -0.141
                            if like_distinct <= 0.15089
                            else (
                                (0.033 if s5_share <= 0.47335 else 0.209)
                                if page_text <= 2845
                                else (0.010 if stops <= 73 else 0.283)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (0.166 if far & 128 else -0.115)
                                if far & 8
                                else (-0.142 if like_share <= 0.0958 else -0.339)
                            )
                            if like_share <= 0.25512
                            else (0.244 if far & 8 else -0.014)
                        )
                        if near & 32768
                        else (
                            (0.098 if window_stops <= 1 else -0.238)
                            if near & 2048
                            else (
                                (0.019 if s2_text <= 656 else 0.114)
                                if far & 137438953472
                                else (0.036 if since_heading <= 1 else -0.025)
                            )
                        )
                    )
                    + (
                        (
                            -0.008
                            if text <= 207
                            else ((0.277 if page_blocks <= 24 else 0.089) if window_density <= 0.80604 else -0.166)
                        )
                        if place <= 0.3974
                        else (
                            (
                                (-0.009 if text <= 167 else -0.319)
                                if near & 134217728
                                else (0.103 if s5_share <= 0.99876 else -0.186)
                            )
                            if page_prose <= 0.3072
                            else (
                                (-0.121 if s5_share <= 0.99996 else -0.388)
                                if near & 65536
                                else (-0.056 if repeat_text <= 47.268 else 0.024)
                            )
                        )
                    )
                    + (
                        (
                            (
                                (-0.024 if outer_text <= 6991.0 else -0.370)
                                if far & 128
                                else (0.309 if far & 70368744177664 else 0.029)
                            )
                            if page_prices <= 1
                            else (
                                (-0.232 if near & 1 else -0.013)
                                if s5_share <= 0.99327
                                else (-0.083 if s1_text <= 1644 else -0.272)
                            )
                        )
                        if tag <= 30
                        else (-0.041 if like_count <= 2 else -0.302)
                    )
                    + (
                        (
                            ((0.192 if far & 536870912 else -0.035) if s1_text <= 1176 else -0.300)
                            if window_text <= 294
                            else (
                                (-0.074 if title_down <= 15 else 0.171)
                                if like_distinct <= 0.86285
                                else (0.056 if place <= 0.87643 else -0.045)
                            )
                        )
                        if page_prices <= 1
                        else (
                            (
                                (-0.046 if page_prices <= 25 else 0.064)
                                if s3_text <= 4759
                                else (-0.024 if title_down <= 5 else -0.269)
                            )
                            if like_share <= 0.59908
                            else 0.249
                        )
                    )
                )
        result.append(1 / (1 + exp(-score)))
    return result
